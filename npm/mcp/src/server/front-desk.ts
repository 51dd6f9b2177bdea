/**
 * Answers what every client asks first, without the SDK: who is there, and which tools, prompts and kinds of resources it
 * has. To load the SDK takes twice as long as to start Node, and many a server is started and then never used.
 *
 * The desk says to the byte what the SDK would say, and what it took is told to the SDK again when that comes, as the
 * first it hears. Whatever is not exactly as clients usually have it is not for the desk.
 */
import { hasOnly, isCapabilities, isClientInfo } from './client-shapes.ts';
import { type Introduction, introductionOf } from './introduction.ts';
import type { Served } from './served.ts';
import { utf8 } from './utf8.ts';

/** The versions that the SDK agrees to in `initialize`, its favourite first. */
const OLDER_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
const NEWER_VERSION = '2026-07-28';

const META = 'io.modelcontextprotocol/';
const INITIALIZED = 'notifications/initialized';

/** One generation of the protocol, as far as the desk knows it. */
interface Generation {
  opening: string;
  isOpening(params: unknown): boolean;
  introduce(introduction: Introduction, params: unknown): object;
  /** Whether a request asks for a list, from its beginning. */
  isPlain(params: unknown): boolean;
  /** A result as this generation has it. */
  wrapped(result: object, introduction: Introduction): object;
}

const older: Generation = {
  opening: 'initialize',
  isOpening: (params) =>
    hasOnly(params, ['protocolVersion', 'capabilities', 'clientInfo']) &&
    typeof params.protocolVersion === 'string' &&
    isCapabilities(params.capabilities) &&
    isClientInfo(params.clientInfo),
  introduce: ({ capabilities, serverInfo, instructions }, params) => {
    const { protocolVersion: wanted } = params as { protocolVersion: string };
    return {
      protocolVersion: OLDER_VERSIONS.includes(wanted) ? wanted : OLDER_VERSIONS[0],
      capabilities,
      serverInfo,
      ...(instructions !== '' && { instructions }),
    };
  },
  isPlain: (params) => params === undefined || hasOnly(params, []),
  wrapped: (result) => result,
};

const newer: Generation = {
  opening: 'server/discover',
  isOpening: isEnvelope,
  introduce: ({ capabilities, instructions }) => ({
    supportedVersions: [NEWER_VERSION],
    capabilities,
    ...(instructions !== '' && { instructions }),
  }),
  isPlain: isEnvelope,
  wrapped: (result, { serverInfo }) => ({
    ...result,
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { [`${META}serverInfo`]: serverInfo },
  }),
};

/** What stands around each request of the newer generation, and nothing else. */
function isEnvelope(params: unknown): boolean {
  if (!hasOnly(params, ['_meta'])) return false;
  const { _meta: meta } = params;
  const [version, capabilities, info] = [
    `${META}protocolVersion`,
    `${META}clientCapabilities`,
    `${META}clientInfo`,
  ];
  return (
    hasOnly(meta, [version, capabilities], [info]) &&
    meta[version] === NEWER_VERSION &&
    isCapabilities(meta[capabilities]) &&
    (!Object.hasOwn(meta, info) || isClientInfo(meta[info]))
  );
}

export class FrontDesk {
  /** The messages that were for the desk, in their order. */
  readonly taken: unknown[] = [];
  readonly #introduction: Introduction;
  /** Each is told once. Who asks again is no longer at the beginning. */
  readonly #lists: Map<string, object>;
  #generation: Generation | undefined;
  #isInitialized = false;

  constructor(served: Served) {
    const { tools, prompts, resourceTemplates } = served;
    this.#introduction = introductionOf(served);
    this.#lists = new Map<string, object>([
      ['tools/list', { tools }],
      ...(prompts.length > 0 ? [['prompts/list', { prompts }] as const] : []),
      ...(resourceTemplates.length > 0
        ? [['resources/templates/list', { resourceTemplates }] as const]
        : []),
    ]);
  }

  /** The line to answer with, empty if none is wanted; nothing if this is not for the desk. */
  answerTo(line: Uint8Array): string | undefined {
    const message = messageIn(line);
    const answer = message && this.#answerTo(message);
    if (answer !== undefined) this.taken.push(message);
    return answer;
  }

  #answerTo(message: Record<string, unknown>): string | undefined {
    const { id, method, params } = message;
    if (method === INITIALIZED) return this.#isReady(message) ? '' : undefined;
    if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
    const result = this.#generation ? this.#list(method, params) : this.#open(method, params);
    return result && `${JSON.stringify({ result, jsonrpc: '2.0', id })}\n`;
  }

  #open(method: unknown, params: unknown): object | undefined {
    const generation = [older, newer].find(({ opening }) => opening === method);
    if (!generation?.isOpening(params)) return undefined;
    this.#generation = generation;
    const result = generation.introduce(this.#introduction, params);
    return generation.wrapped(result, this.#introduction);
  }

  #list(method: unknown, params: unknown): object | undefined {
    const list = this.#lists.get(String(method));
    if (!list || !this.#generation?.isPlain(params)) return undefined;
    this.#lists.delete(String(method));
    return this.#generation.wrapped(list, this.#introduction);
  }

  /** That a client is ready is said once, and only in the older generation. */
  #isReady(message: Record<string, unknown>): boolean {
    if (this.#generation !== older || this.#isInitialized) return false;
    this.#isInitialized = true;
    return hasOnly(message, ['jsonrpc', 'method']);
  }
}

function messageIn(line: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(line));
    const isMessage = hasOnly(value, ['jsonrpc', 'method'], ['id', 'params']);
    return isMessage && value.jsonrpc === '2.0' ? value : undefined;
  } catch {
    return undefined;
  }
}
