/** A wasm module, taken apart as far as splitting it needs. What nobody looks into stays bytes. */
import { Reader } from './bytes.mjs';

/**
 * @typedef {{ module: string, name: string, type: number }} FunctionImport
 * @typedef {{ name: string, kind: number, index: number }} Export
 * @typedef {{ offset: number, functions: number[] }} Elements what stands in table 0 from an offset on
 *
 * @typedef {object} Module
 * @property {Uint8Array[]} types
 * @property {FunctionImport[]} imports
 * @property {number[]} functionTypes of the functions that it defines
 * @property {Uint8Array[]} tables
 * @property {Uint8Array} memories the whole section, as are `globals` and `data`
 * @property {Uint8Array} globals
 * @property {Uint8Array[]} globalTypes
 * @property {Export[]} exports
 * @property {Elements[]} elements
 * @property {Uint8Array[]} bodies of the functions that it defines
 * @property {Uint8Array} data
 * @property {Map<number, string>} names of functions
 */

const HEADER = 8;
const END = 0x0b;
const I32_CONST = 0x41;
const EMPTY = new Uint8Array([0]);

export const SECTION = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
};

/**
 * @param {Uint8Array} wasm
 * @returns {Module}
 */
export function readModule(wasm) {
  const { sections, names } = sectionsOf(wasm);
  /** @param {keyof typeof SECTION} section */
  const reader = (section) => new Reader(sections.get(SECTION[section]) ?? EMPTY);
  if (sections.has(SECTION.start)) throw new Error('a wasm with a start function cannot be split');
  return {
    types: readTypes(reader('type')),
    imports: readImports(reader('import')),
    functionTypes: inList(reader('function'), (one) => one.number()),
    tables: inList(reader('table'), (one) => one.passed(() => passTable(one))),
    memories: sections.get(SECTION.memory) ?? EMPTY,
    globals: sections.get(SECTION.global) ?? EMPTY,
    globalTypes: inList(reader('global'), readGlobalType),
    exports: inList(reader('export'), (one) => ({
      name: one.name(),
      kind: one.byte(),
      index: one.number(),
    })),
    elements: inList(reader('element'), readElements),
    bodies: inList(reader('code'), (one) => one.take(one.number())),
    data: sections.get(SECTION.data) ?? EMPTY,
    names,
  };
}

/** @param {Uint8Array} wasm */
function sectionsOf(wasm) {
  const reader = new Reader(wasm);
  reader.take(HEADER);
  /** @type {Map<number, Uint8Array>} */
  const sections = new Map();
  /** @type {Map<number, string>} */
  let names = new Map();
  while (!reader.isAtEnd) {
    const id = reader.byte();
    const content = reader.take(reader.number());
    if (id !== 0) sections.set(id, content);
    else names = namesIn(content) ?? names;
  }
  return { sections, names };
}

/**
 * The names of functions, if this section has them.
 * @param {Uint8Array} section
 */
function namesIn(section) {
  const reader = new Reader(section);
  if (reader.name() !== 'name') return undefined;
  while (!reader.isAtEnd) {
    const kind = reader.byte();
    const part = new Reader(reader.take(reader.number()));
    if (kind === 1) {
      return new Map(
        part.list(() => /** @type {[number, string]} */ ([part.number(), part.name()])),
      );
    }
  }
  return undefined;
}

/**
 * @template T
 * @param {Reader} reader
 * @param {(reader: Reader) => T} item
 */
const inList = (reader, item) => reader.list(() => item(reader));

/** @param {Reader} reader */
function readTypes(reader) {
  return reader.list(() =>
    reader.passed(() => {
      if (reader.byte() !== 0x60) throw new Error('only types of functions are understood');
      for (const _ of ['parameters', 'results']) reader.list(() => reader.byte());
    }),
  );
}

/**
 * @param {Reader} reader
 * @returns {FunctionImport[]}
 */
function readImports(reader) {
  return reader.list(() => {
    const [module, name] = [reader.name(), reader.name()];
    if (reader.byte() !== 0) throw new Error(`only functions can be imported, and ${name} is none`);
    return { module, name, type: reader.number() };
  });
}

/** @param {Reader} reader */
function passTable(reader) {
  reader.byte();
  passLimits(reader);
}

/** @param {Reader} reader */
function passLimits(reader) {
  const hasMost = reader.byte() === 1;
  reader.skipNumber();
  if (hasMost) reader.skipNumber();
}

/** @param {Reader} reader */
function readGlobalType(reader) {
  const type = reader.passed(() => reader.take(2));
  // A constant, and never one with this byte inside: those are addresses.
  while (reader.byte() !== END);
  return type;
}

/**
 * @param {Reader} reader
 * @returns {Elements}
 */
function readElements(reader) {
  const kind = reader.number();
  if (kind !== 0 || reader.byte() !== I32_CONST) {
    throw new Error('only elements at a fixed place of table 0 are understood');
  }
  const offset = reader.number();
  if (reader.byte() !== END) throw new Error('an offset in the table is no constant');
  return { offset, functions: reader.list(() => reader.number()) };
}
