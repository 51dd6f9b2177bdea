// Saves 55 ms of CPU (89 instead of 144 ms) in sessions that make no call: `npm run bench -- start`, `initialize` against `ping`, 2026-11-18.
/**
 * Replies to the first messages of a session without the SDK: `initialize` or `server/discover`, and the lists of tools,
 * prompts and resource templates. Loading the SDK takes longer than starting Node, and many servers receive no call.
 *
 * Every reply has exactly the bytes that the SDK would send. When the SDK is loaded, the handled messages are replayed to
 * it. A message that differs from what clients usually send is left to the SDK.
 */
import { type ServerDefinition, type ServerInfo, serverInfo } from '../definition.ts';
import { hasExactKeys, isCapabilities, isClientInfo } from './client-checks.ts';

/** The versions that the SDK accepts in `initialize`, its preferred one first. */
const OLDER_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
const NEWER_VERSION = '2026-07-28';

const META = 'io.modelcontextprotocol/';
const INITIALIZED = 'notifications/initialized';

/** One generation of the protocol, as far as the handshake needs it. */
interface Generation {
  opening: string;
  isOpening(params: unknown): boolean;
  introduce(info: ServerInfo, params: unknown): object;
  /** Whether a request asks for the first page of a list. */
  isPlain(params: unknown): boolean;
  /** A result in the form of this generation. */
  wrap(result: object, info: ServerInfo): object;
}

const older: Generation = {
  opening: 'initialize',
  isOpening: (params) =>
    hasExactKeys(params, ['protocolVersion', 'capabilities', 'clientInfo']) &&
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
  isPlain: (params) => params === undefined || hasExactKeys(params, []),
  wrap: (result) => result,
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
  wrap: (result, { serverInfo }) => ({
    ...result,
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { [`${META}serverInfo`]: serverInfo },
  }),
};

/** Whether the parameters are only the envelope that every request of the newer generation has. */
function isEnvelope(params: unknown): boolean {
  if (!hasExactKeys(params, ['_meta'])) return false;
  const { _meta: meta } = params;
  const [version, capabilities, info] = [
    `${META}protocolVersion`,
    `${META}clientCapabilities`,
    `${META}clientInfo`,
  ];
  return (
    hasExactKeys(meta, [version, capabilities], [info]) &&
    meta[version] === NEWER_VERSION &&
    isCapabilities(meta[capabilities]) &&
    (!Object.hasOwn(meta, info) || isClientInfo(meta[info]))
  );
}

export class HandshakeResponder {
  /** The messages that received a reply, in their order. */
  readonly handled: unknown[] = [];
  readonly #info: ServerInfo;
  /** Each list is sent once: a client that asks again is past the handshake. */
  readonly #lists: Map<string, object>;
  #generation: Generation | undefined;
  #isInitialized = false;

  constructor(definition: ServerDefinition) {
    const { tools, prompts, resourceTemplates } = definition;
    this.#info = serverInfo(definition);
    this.#lists = new Map<string, object>([
      ['tools/list', { tools }],
      ...(prompts.length > 0 ? [['prompts/list', { prompts }] as const] : []),
      ...(resourceTemplates.length > 0
        ? [['resources/templates/list', { resourceTemplates }] as const]
        : []),
    ]);
  }

  /** The reply as a line, empty if the message has none; `undefined` if the SDK has to reply. */
  replyTo(line: Uint8Array): string | undefined {
    const message = messageIn(line);
    const reply = message && this.#replyTo(message);
    if (reply !== undefined) this.handled.push(message);
    return reply;
  }

  #replyTo(message: Record<string, unknown>): string | undefined {
    const { id, method, params } = message;
    if (method === INITIALIZED) return this.#acceptsInitialized(message) ? '' : undefined;
    if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
    const result = this.#generation ? this.#list(method, params) : this.#open(method, params);
    return result && `${JSON.stringify({ result, jsonrpc: '2.0', id })}\n`;
  }

  #open(method: unknown, params: unknown): object | undefined {
    const generation = [older, newer].find(({ opening }) => opening === method);
    if (!generation?.isOpening(params)) return undefined;
    this.#generation = generation;
    return generation.wrap(generation.introduce(this.#info, params), this.#info);
  }

  #list(method: unknown, params: unknown): object | undefined {
    const list = this.#lists.get(String(method));
    if (!list || !this.#generation?.isPlain(params)) return undefined;
    this.#lists.delete(String(method));
    return this.#generation.wrap(list, this.#info);
  }

  /** Sent once, and only in the older generation. */
  #acceptsInitialized(message: Record<string, unknown>): boolean {
    if (this.#generation !== older || this.#isInitialized) return false;
    this.#isInitialized = true;
    return hasExactKeys(message, ['jsonrpc', 'method']);
  }
}

/** Refuses bytes that are not UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function messageIn(line: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(line));
    const isMessage = hasExactKeys(value, ['jsonrpc', 'method'], ['id', 'params']);
    return isMessage && value.jsonrpc === '2.0' ? value : undefined;
  } catch {
    return undefined;
  }
}
