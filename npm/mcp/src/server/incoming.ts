/** What a line of input says: a message, or something that has to be answered with an error. */
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { Line } from './line-reader.ts';
import { utf8 } from './utf8.ts';

/** A plan is at most half as large, and stays below this even with every character escaped. */
export const LONGEST_MESSAGE = 64 * 1024 * 1024;

/** An answer to what is no request. The SDK's type knows no `null`, which JSON-RPC demands here. */
export interface ErrorAnswer {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: number; message: string };
}

export type Incoming =
  | { kind: 'nothing' }
  | { kind: 'message'; message: JSONRPCMessage }
  | { kind: 'wrong'; answer: ErrorAnswer };

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

export function readIncoming(line: Line): Incoming {
  if (line === 'tooLong') return wrong(INVALID_REQUEST, 'Invalid Request: longer than 64 MB');
  let text: string;
  try {
    text = utf8.decode(line);
  } catch {
    return wrong(PARSE_ERROR, 'Parse error: the line is not valid UTF-8');
  }
  if (text.trim() === '') return { kind: 'nothing' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong(PARSE_ERROR, 'Parse error: the line is not valid JSON');
  }
  return readMessage(value);
}

function readMessage(value: unknown): Incoming {
  if (Array.isArray(value)) {
    return wrong(
      INVALID_REQUEST,
      'Invalid Request: batches are not supported; send one message a line',
    );
  }
  try {
    return { kind: 'message', message: parseJSONRPCMessage(value) };
  } catch {
    return wrong(INVALID_REQUEST, 'Invalid Request: not a JSON-RPC 2.0 message', idOf(value));
  }
}

function wrong(code: number, message: string, id: ErrorAnswer['id'] = null): Incoming {
  return { kind: 'wrong', answer: { jsonrpc: '2.0', id, error: { code, message } } };
}

/** Of a request. The id of a response is one that we gave out, and may be another one's here. */
function idOf(value: unknown): ErrorAnswer['id'] {
  if (typeof value !== 'object' || value === null) return null;
  if (!('method' in value) || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}
