/** One table in a TOML file that belongs to another program. Comments and all other text stay. */
import { isDeepStrictEqual } from 'node:util';
import { parse, patch } from '@decimalturn/toml-patch';
import { UnreadableConfig } from './json-entry.ts';

type Table = Record<string, unknown>;

/** The text with the table. A table with exactly these values leaves it unchanged. */
export function withTomlEntry(
  text: string | undefined,
  path: readonly string[],
  entry: object,
): string {
  const before = text ?? '';
  if (isSame(valueAt(readToml(before), path), entry)) return before;
  const others = withoutTomlEntry(before, path) ?? '';
  const eol = before.includes('\r\n') ? '\r\n' : '\n';
  const gap = others === '' ? '' : others.replace(/(?:\r?\n)*$/, eol + eol);
  const added = tableText(path, entry as Table)
    .join('\n')
    .replaceAll('\n', eol);
  return `${gap}${added}${eol}`;
}

/** The text without the table; `undefined` if nothing is left. */
export function withoutTomlEntry(text: string, path: readonly string[]): string | undefined {
  const value = readToml(text);
  if (valueAt(value, path) === undefined) return text;
  const left = patch(text, without(value, path));
  return left.trim() === '' ? undefined : left;
}

export function tomlEntry(text: string, path: readonly string[]): unknown {
  return valueAt(readToml(text), path);
}

/** A table with its subtables below it, as people write them. */
function tableText(path: readonly string[], table: Table): string[] {
  const entries = Object.entries(table);
  const values = entries.filter(([, value]) => !isTable(value));
  const subtables = entries.filter(([, value]) => isTable(value));
  return [
    ...(values.length > 0 ? [`[${path.map(keyText).join('.')}]`] : []),
    ...values.map(([key, value]) => `${keyText(key)} = ${valueText(value)}`),
    ...subtables.flatMap(([key, value], index) => [
      ...(index > 0 || values.length > 0 ? [''] : []),
      ...tableText([...path, key], value as Table),
    ]),
  ];
}

const isTable = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keyText = (key: string) => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

/** Strings, numbers and booleans of JSON are the same in TOML. */
function valueText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(valueText).join(', ')}]` : JSON.stringify(value);
}

/** The parser makes objects of its own kind. */
const isSame = (value: unknown, entry: object) =>
  value !== undefined && isDeepStrictEqual(JSON.parse(JSON.stringify(value)), entry);

function readToml(text: string): Table {
  try {
    return parse(text) as Table;
  } catch (error) {
    const [reason] = String((error as Error).message).split('\n');
    throw new UnreadableConfig(`it is not valid TOML: ${reason}`);
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((at: unknown, key) => Object(at)[key], value);
}

function without(table: Table, [key = '', ...rest]: readonly string[]): Table {
  const { [key]: value, ...others } = table;
  if (rest.length === 0) return others;
  const left = without(value as Table, rest);
  return Object.keys(left).length === 0 ? others : { ...table, [key]: left };
}
