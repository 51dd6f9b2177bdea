/** One entry in a JSON file that belongs to another program. Comments and all other text stay. */
import { isDeepStrictEqual } from 'node:util';
import {
  createScanner,
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
  SyntaxKind,
} from 'jsonc-parser';

export class UnreadableConfig extends Error {}

const NEW_FILE = '{}\n';

/** The text with the entry. An entry with exactly this value leaves it unchanged. */
export function withJsonEntry(
  text: string | undefined,
  path: JSONPath,
  entry: object | string,
): string {
  const before = text?.trim() ? text : NEW_FILE;
  if (isDeepStrictEqual(valueAt(readJson(before), path), entry)) return before;
  return withValue(before, path, entry);
}

/**
 * The text without the entry, and without the objects that contained nothing else; `undefined` if nothing is left.
 */
export function withoutJsonEntry(text: string, path: JSONPath): string | undefined {
  const value = readJson(text);
  if (valueAt(value, path) === undefined) return text;
  const removed = withoutMember(text, emptiedBy(value, path));
  return Object.keys(Object(readJson(removed))).length === 0 && !hasComment(removed)
    ? undefined
    : removed;
}

export function jsonEntry(text: string, path: JSONPath): unknown {
  return valueAt(readJson(text), path);
}

/** Only what is inserted is formatted: the library would format the neighbors, too, and move their comments. */
function withValue(text: string, path: JSONPath, value: object | string): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree === undefined) throw new UnreadableConfig('it is not a JSON object');
  const found = findNodeAtLocation(tree, path);
  if (found) {
    const { offset, length } = found;
    const content = jsonText(value, text, path.length);
    return text.slice(0, offset) + content + text.slice(offset + length);
  }
  let depth = 0;
  let parent = tree;
  for (let next = memberAt(parent); next !== undefined; next = memberAt(parent)) {
    parent = next;
    depth += 1;
  }
  const [key = '', ...rest] = path.slice(depth).map(String);
  const wrapped = rest.reduceRight<object | string>((inner, name) => ({ [name]: inner }), value);
  const member = `${JSON.stringify(key)}: ${jsonText(wrapped, text, depth + 1)}`;
  return insertMember(text, parent, member, depth);

  function memberAt(node: Node): Node | undefined {
    const member = findNodeAtLocation(node, path.slice(depth, depth + 1));
    return member?.type === 'object' ? member : undefined;
  }
}

/** Inserts a member at the end of an object, below a comment that follows the last one on its line. */
function insertMember(text: string, parent: Node, member: string, depth: number): string {
  const last = parent.children?.at(-1);
  const close = parent.offset + parent.length - 1;
  const outer = lineStart(text, depth);
  if (last === undefined) {
    const start = text.slice(0, close).trimEnd();
    return `${start}${lineStart(text, depth + 1)}${member}${outer}${text.slice(close)}`;
  }
  const end = last.offset + last.length;
  const { hasComma, lineEnd, isClosed } = restOfLine(text, end);
  return [
    text.slice(0, end),
    hasComma ? '' : ',',
    text.slice(end, lineEnd),
    lineStart(text, depth + 1),
    member,
    hasComma ? ',' : '',
    isClosed ? outer : '',
    isClosed ? text.slice(lineEnd).trimStart() : text.slice(lineEnd),
  ].join('');
}

/** The library would remove comments of the neighbors, too. */
function withoutMember(text: string, path: JSONPath): string {
  const member = findNodeAtLocation(parseTree(text) as Node, path)?.parent;
  const siblings = member?.parent?.children ?? [];
  if (member === undefined) return text;
  const end = member.offset + member.length;
  const comma = commaAfter(text, end);
  const after = text.slice(comma === undefined ? end : comma + 1);
  const previous = siblings[siblings.indexOf(member) - 1];
  if (member !== siblings.at(-1)) return text.slice(0, member.offset) + after.trimStart();
  const before = text.slice(0, member.offset).trimEnd();
  if (previous === undefined) return before + after.trimStart();
  const separator = commaAfter(text, previous.offset + previous.length);
  if (comma !== undefined || separator === undefined) return before + after;
  return before.slice(0, separator) + before.slice(separator + 1) + after;
}

/** The position of the comma that follows a member. */
function commaAfter(text: string, start: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(start);
  return scanner.scan() === SyntaxKind.CommaToken ? scanner.getTokenOffset() : undefined;
}

/** What follows a member on its line: a comma, comments, or the end of the object. */
function restOfLine(text: string, start: number) {
  const scanner = createScanner(text);
  scanner.setPosition(start);
  let hasComma = false;
  let lineEnd = start;
  for (;;) {
    const token = scanner.scan();
    if (token === SyntaxKind.CommaToken) hasComma = true;
    const isComment =
      token === SyntaxKind.LineCommentTrivia || token === SyntaxKind.BlockCommentTrivia;
    if (isComment || token === SyntaxKind.CommaToken) {
      lineEnd = scanner.getTokenOffset() + scanner.getTokenLength();
    } else if (token !== SyntaxKind.Trivia) {
      const isClosed = token === SyntaxKind.CloseBraceToken;
      return { hasComma, lineEnd, isClosed };
    }
  }
}

/** A value as JSON, for a member at a depth of a text, in its style. */
function jsonText(value: object | string, text: string, depth: number): string {
  const json = JSON.stringify(value, null, indentOf(text));
  return json.replaceAll('\n', lineStart(text, depth));
}

const lineStart = (text: string, depth: number) =>
  (text.includes('\r\n') ? '\r\n' : '\n') + indentOf(text).repeat(depth);

const indentOf = (text: string) => /^[ \t]+/m.exec(text)?.[0] ?? '  ';

/** The outermost object that contains only what the path names. */
function emptiedBy(value: unknown, path: JSONPath): JSONPath {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const parent = path.slice(0, length);
    if (Object.keys(Object(valueAt(value, parent))).length > 1) return path.slice(0, length + 1);
  }
  return path.slice(0, 1);
}

function readJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new UnreadableConfig(
      `line ${line} is not valid JSON: ${printParseErrorCode(error.error)}`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableConfig('it is not a JSON object');
  }
  return value;
}

function valueAt(value: unknown, path: JSONPath): unknown {
  return path.reduce((at: unknown, key) => Object(at)[key], value);
}

const hasComment = (text: string) => /\/[/*]/.test(text);
