/**
 * `config.json` in the plans directory. It is part of the repository and may come from anyone, so it can only restrict what
 * is allowed: it has no key for a path, and a key that forbids something can only be true. The command line overrides it.
 */
import { faultMessage, nodeReader } from 'long-term-plan-core/node';
import { closestMatch } from './closest-match.ts';
import { UsageError } from './flags.ts';
import {
  HAND_EDITS,
  type HandEdits,
  MARKERS,
  type Markers,
  TOOL_NAMES,
  type ToolNames,
} from './settings.ts';

export interface Config {
  toolsets?: string[];
  tools?: string[];
  readOnly?: true;
  requireIfMatch?: true;
  toolNames?: ToolNames;
  oneDoing?: true;
  defaultPlan?: string;
  handEdits?: HandEdits;
  markers?: Markers;
  claims?: string;
  leaseMinutes?: number;
}

/** Keys of former versions. */
const RENAMED: Record<string, keyof Config> = { plan: 'defaultPlan' };

const FILE = 'config.json';
const MAX_BYTES = 64 * 1024;

/** `root` is a real path; `plansDir` is relative to it. A missing file means no settings. */
export function readConfig(root: string, plansDir: string): Config {
  const name = `${plansDir}/${FILE}`;
  const text = readText(root, plansDir, name);
  return text === undefined ? {} : parseConfig(text, name);
}

function readText(root: string, plansDir: string, name: string): string | undefined {
  const reader = nodeReader(root, plansDir);
  const found = reader.read(FILE);
  if (found.kind === 'file' && found.bytes.length > MAX_BYTES) {
    throw new UsageError(`${name} cannot be read: it is larger than 64 KB`);
  }
  if (found.kind === 'file') return decode(found.bytes);
  if (found.kind !== 'fault') return undefined;
  // A plans directory that cannot be used is reported by every call, with the reason.
  if (reader.list('').kind === 'fault') return undefined;
  throw new UsageError(`${name} cannot be read: ${faultMessage(found.fault)}`);
}

/** Editors and shells of Windows may begin it with a byte order mark, and even write UTF-16. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** `name` is what messages call the file. Exported for tests. */
export function parseConfig(text: string, name: string): Config {
  const fail = (message: string): never => {
    throw new UsageError(`${name}: ${message}`);
  };
  const config = parsed(text, fail);
  for (const [key, value] of Object.entries(config)) {
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
    const wrong = (check ?? fail(unknownKey(key)))(value);
    if (wrong !== undefined) fail(`${key} ${wrong}`);
  }
  return config as Config;
}

function parsed(text: string, fail: (message: string) => never): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    return fail(`not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  return fail('must be a JSON object');
}

/** Returns what is wrong with a value, if anything. */
type Check = (value: unknown) => string | undefined;

const names: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')
    ? undefined
    : 'must be a list of names';

const onlyOn: Check = (value) =>
  value === true ? undefined : 'can only be true: this file can forbid, and never allow';

const oneOf =
  (choices: readonly string[]): Check =>
  (value) =>
    choices.some((choice) => choice === value) ? undefined : `must be one of ${choices.join(', ')}`;

/** What git allows in the name of a remote, without what would make it a path, an address or a flag. */
const REMOTE = /^\w(?:[\w.-]{0,98}\w)?$/;

const MAX_LEASE_MINUTES = 1440;

const CHECKS: Record<keyof Config, Check> & Record<string, Check | undefined> = {
  toolsets: names,
  tools: names,
  readOnly: onlyOn,
  requireIfMatch: onlyOn,
  oneDoing: onlyOn,
  toolNames: oneOf(TOOL_NAMES),
  defaultPlan: (value) =>
    typeof value === 'string' && value !== '' ? undefined : 'must be the id of a plan',
  handEdits: oneOf(HAND_EDITS),
  markers: oneOf(MARKERS),
  claims: (value) =>
    typeof value === 'string' && REMOTE.test(value)
      ? undefined
      : "must be plans, repository, or the name of one of git's remotes",
  leaseMinutes: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_LEASE_MINUTES
      ? undefined
      : `must be a whole number from 1 to ${MAX_LEASE_MINUTES}`,
};

function unknownKey(key: string): string {
  const valid = Object.keys(CHECKS);
  const match = Object.hasOwn(RENAMED, key) ? RENAMED[key] : closestMatch(key, valid);
  const hint = match ? `did you mean ${match}? ` : '';
  return `unknown key "${key}"; ${hint}(valid are ${valid.join(', ')})`;
}
