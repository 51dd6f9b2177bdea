/**
 * The names by which the history and claims know the callers of a server: the one that the server was started with, or else the
 * client's name and random characters. A name of the second kind never belongs to two sessions, also not in containers whose
 * processes have the same ids.
 */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const SUFFIX_LENGTH = 5;
const MAX_CLIENT_LENGTH = 58;

export class CallerNames {
  readonly #agent: string | undefined;
  /** By thread; '' for calls that name none. */
  readonly #suffixes = new Map<string, string>();

  constructor(agent: string | undefined) {
    this.#agent = agent;
  }

  /** Some clients run several agents over one connection, and name the thread of each call. */
  of(client: string | undefined, thread = ''): string {
    return this.#agent ?? `${printable(client ?? '') || 'mcp'}-${this.#suffix(thread)}`;
  }

  #suffix(thread: string): string {
    const known = this.#suffixes.get(thread);
    if (known !== undefined) return known;
    const suffix = randomSuffix();
    this.#suffixes.set(thread, suffix);
    return suffix;
  }
}

function printable(client: string): string {
  const text = client.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return [...text].slice(0, MAX_CLIENT_LENGTH).join('').trim();
}

function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
