/** What is no tool has no results that are errors: there, the core's errors are the protocol's. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { CallError, Reply } from 'long-term-plan-core/slim';

/** The core's codes for what the client could have asked better. */
const CLIENT_ERRORS = ['INVALID_ARGUMENT', 'INVALID_CURSOR', 'NOT_FOUND'];

/** The result, or the error thrown. The core makes results in the shape that the protocol has. */
export function resultOf<Result>(reply: Reply): Result {
  if ('error' in reply) throw toProtocolError(reply.error);
  return reply.result as Result;
}

/** The same for what was asked by a URI. */
export function resourceOf<Result>(uri: string, reply: Reply): Result {
  if ('error' in reply && reply.error.code === 'NOT_FOUND') {
    throw new ResourceNotFoundError(uri, reply.error.message);
  }
  return resultOf(reply);
}

export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function toProtocolError({ code, message, details }: CallError): ProtocolError {
  const isClients = CLIENT_ERRORS.some((known) => known === code);
  const kind = isClients ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, message, { code, ...(details !== undefined && { details }) });
}
