/**
 * Splits a wasm in two: what is needed at once, and what is needed seldom and loaded by the first call of it.
 *
 * The two share their memory, their tables and their globals. Functions of the later part are reached only through
 * places: a place in the table where a pointer to them stands, or an export. At each of these, the first part has a small
 * function that asks for the later part, which puts its own functions into those places when it is loaded, and calls what
 * is there then. So nothing but the loader knows of the split: neither Rust nor the glue.
 */

import { joined, list, name, number, Reader, signedNumber, sized } from './bytes.mjs';
import { functionsNamedIn, withRenumberedFunctions } from './code.mjs';
import { readModule, SECTION } from './module.mjs';

/**
 * @typedef {import('./bytes.mjs').Piece} Piece
 * @typedef {import('./module.mjs').Module} Module
 */

const HEADER = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const KIND = { function: 0, table: 1, memory: 2, global: 3 };
const [CALL, CALL_INDIRECT, LOCAL_GET, I32_CONST, END] = [0x10, 0x11, 0x20, 0x41, 0x0b];
/**
 * In bytes, functions whose names say nothing: of several that do the same the compiler keeps one, and small ones often do
 * the same. They stay in the first part if they bring nothing along.
 */
const SMALL = 100;
/** The module that both parts import from: the loader of the first, and of the later one the first part. */
export const FIRST = 'first';

/**
 * @param {Uint8Array} wasm with the names of its functions
 * @param {(functionName: string) => boolean} isLater which pointers and exports lead to what is needed seldom
 * @returns {{ first: Uint8Array, later: Uint8Array }}
 */
export function splitWasm(wasm, isLater) {
  const module = readModule(wasm);
  const isFirst = reachableAtOnce(module, isLater);
  const places = placesOfLater(module, isFirst);
  const shared = neededByLater(module, isFirst);
  return {
    first: firstPart(module, isFirst, places, shared),
    later: laterPart(module, isFirst, places, shared),
  };
}

/**
 * Everything that can be called without going through a pointer or an export that is for later.
 * @param {Module} module
 * @param {(functionName: string) => boolean} isLater
 * @returns {(functionIndex: number) => boolean}
 */
function reachableAtOnce({ imports, bodies, exports, elements, names }, isLater) {
  const exported = exports.filter(({ kind }) => kind === KIND.function).map(({ index }) => index);
  const pointedTo = elements.flatMap(({ functions }) => functions);
  const isNamedForLater = (/** @type {number} */ index) => isLater(names.get(index) ?? '');
  const calledBy = (/** @type {number} */ index) => [
    ...functionsNamedIn(at(bodies, index - imports.length)),
  ];
  const reached = new Set(imports.keys());
  const waiting = [...exported, ...pointedTo].filter((index) => !isNamedForLater(index));
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    waiting.push(...calledBy(index));
  }
  for (const index of pointedTo) {
    const isSmall = (bodies[index - imports.length]?.length ?? 0) <= SMALL;
    if (isSmall && calledBy(index).every((called) => reached.has(called))) reached.add(index);
  }
  return (index) => reached.has(index);
}

/**
 * Where in the table functions of the later part are to be found: where they were, or at its end if only an export leads
 * to them.
 * @param {Module} module
 * @param {(functionIndex: number) => boolean} isFirst
 * @returns {Map<number, number[]>} by function
 */
function placesOfLater({ exports, elements, tables }, isFirst) {
  /** @type {Map<number, number[]>} */
  const places = new Map();
  for (const { offset, functions } of elements) {
    for (const [at, index] of functions.entries()) {
      if (!isFirst(index)) places.set(index, [...(places.get(index) ?? []), offset + at]);
    }
  }
  let next = tableSize(tables);
  for (const { kind, index } of exports) {
    if (kind === KIND.function && !isFirst(index) && !places.has(index))
      places.set(index, [next++]);
  }
  return places;
}

/**
 * The functions of the first part that the later one names, and what it calls them.
 * @param {Module} module
 * @param {(functionIndex: number) => boolean} isFirst
 * @returns {Map<number, string>}
 */
function neededByLater({ imports, bodies }, isFirst) {
  /** @type {Map<number, string>} */
  const needed = new Map();
  for (const [at, body] of bodies.entries()) {
    if (isFirst(imports.length + at)) continue;
    for (const index of functionsNamedIn(body)) {
      if (isFirst(index) && !needed.has(index)) needed.set(index, needed.size.toString(36));
    }
  }
  return needed;
}

/**
 * @param {Module} module
 * @param {(functionIndex: number) => boolean} isFirst
 * @param {Map<number, number[]>} places
 * @param {Map<number, string>} shared
 */
function firstPart(module, isFirst, places, shared) {
  const { imports, functionTypes, bodies, types } = module;
  const defined = indices(module).filter((index) => isFirst(index));
  const standIns = [...places.keys()];
  const numbers = numbered([...imports.keys(), null, ...defined, ...standIns]);
  const loader = imports.length;
  const loaderType = types.findIndex((type) => type.every((byte, at) => byte === [0x60, 0, 0][at]));
  if (loaderType < 0) throw new Error('the wasm has no type for a function without arguments');
  const typeOf = (/** @type {number} */ index) => at(functionTypes, index - imports.length);
  return assembled([
    [SECTION.type, list(module.types)],
    [
      SECTION.import,
      list([
        ...imports.map((one) => importOf(one.module, one.name, [KIND.function, number(one.type)])),
        importOf(FIRST, 'load', [KIND.function, number(loaderType)]),
      ]),
    ],
    [SECTION.function, list([...defined, ...standIns].map((index) => number(typeOf(index))))],
    [SECTION.table, list(grownTables(module.tables, places))],
    [SECTION.memory, module.memories],
    [SECTION.global, module.globals],
    [
      SECTION.export,
      list([
        ...module.exports.map(({ name: exported, kind, index }) =>
          exportOf(exported, kind, kind === KIND.function ? at(numbers, index) : index),
        ),
        ...Array.from(shared, ([index, id]) => exportOf(id, KIND.function, at(numbers, index))),
        ...sharedState(module, module.tables).map(({ id, kind, index }) =>
          exportOf(id, kind, index),
        ),
      ]),
    ],
    [
      SECTION.element,
      list(
        module.elements.map(({ offset, functions }) =>
          elementsAt(
            offset,
            functions.map((index) => at(numbers, index)),
          ),
        ),
      ),
    ],
    [
      SECTION.code,
      list([
        ...defined.map((index) =>
          sized(
            withRenumberedFunctions(at(bodies, index - imports.length), (one) => at(numbers, one)),
          ),
        ),
        ...standIns.map((index) =>
          sized(
            standIn(
              loader,
              typeOf(index),
              at(types, typeOf(index)),
              at(places.get(index) ?? [], 0),
            ),
          ),
        ),
      ]),
    ],
    [SECTION.data, module.data],
  ]);
}

/**
 * @param {Module} module
 * @param {(functionIndex: number) => boolean} isFirst
 * @param {Map<number, number[]>} places
 * @param {Map<number, string>} shared
 */
function laterPart(module, isFirst, places, shared) {
  const { imports, functionTypes, bodies } = module;
  const typeOf = (/** @type {number} */ index) =>
    index < imports.length ? at(imports, index).type : at(functionTypes, index - imports.length);
  const defined = indices(module).filter((index) => !isFirst(index));
  const numbers = numbered([...shared.keys(), ...defined]);
  const inTable = Array.from(places, ([index, own]) => own.map((place) => ({ place, index })))
    .flat()
    .sort((one, other) => one.place - other.place);
  return assembled([
    [SECTION.type, list(module.types)],
    [
      SECTION.import,
      list([
        ...Array.from(shared, ([index, id]) =>
          importOf(FIRST, id, [KIND.function, number(typeOf(index))]),
        ),
        ...sharedState(module, grownTables(module.tables, places)).map(({ id, kind, type }) =>
          importOf(FIRST, id, [kind, type]),
        ),
      ]),
    ],
    [SECTION.function, list(defined.map((index) => number(typeOf(index))))],
    [
      SECTION.element,
      list(
        runs(inTable).map((run) =>
          elementsAt(
            at(run, 0).place,
            run.map(({ index }) => at(numbers, index)),
          ),
        ),
      ),
    ],
    [
      SECTION.code,
      list(
        defined.map((index) =>
          sized(
            withRenumberedFunctions(at(bodies, index - imports.length), (one) => at(numbers, one)),
          ),
        ),
      ),
    ],
  ]);
}

/**
 * Loads the later part, and calls what then is at a place of the table.
 * @param {number} loader
 * @param {number} typeIndex
 * @param {Uint8Array} type
 * @param {number} place
 * @returns {Piece}
 */
function standIn(loader, typeIndex, type, place) {
  const reader = new Reader(type.subarray(1));
  const parameters = reader.number();
  return [
    number(0),
    [CALL, number(loader)],
    Array.from({ length: parameters }, (_, parameter) => [LOCAL_GET, number(parameter)]),
    [I32_CONST, signedNumber(place), CALL_INDIRECT, number(typeIndex), number(0)],
    END,
  ];
}

/**
 * What is not code and belongs to both: memory, tables, globals.
 * @param {Module} module
 * @param {Uint8Array[]} tables
 * @returns {{ id: string, kind: number, index: number, type: Piece }[]}
 */
function sharedState({ memories, globalTypes }, tables) {
  const memory = new Reader(memories).list(() => memories.subarray(1));
  return [
    { kind: KIND.memory, letter: 'M', types: memory },
    { kind: KIND.table, letter: 'T', types: tables.slice(0, 1) },
    { kind: KIND.global, letter: 'G', types: globalTypes },
  ].flatMap(({ kind, letter, types }) =>
    types.map((type, index) => ({ id: `${letter}${index}`, kind, index, type })),
  );
}

/** @param {Uint8Array[]} tables */
function tableSize(tables) {
  const reader = new Reader(at(tables, 0).subarray(2));
  return reader.number();
}

/**
 * The tables, with room for the functions that only exports lead to.
 * @param {Uint8Array[]} tables
 * @param {Map<number, number[]>} places
 * @returns {Uint8Array[]}
 */
function grownTables([first, ...others], places) {
  if (first === undefined) throw new Error('the wasm has no table');
  const size = Math.max(
    tableSize([first]),
    ...[...places.values()].flat().map((place) => place + 1),
  );
  const hasMost = first[1] === 1;
  const grown = joined([first.subarray(0, 2), number(size), hasMost ? number(size) : []]);
  return [grown, ...others];
}

/**
 * @template {{ place: number }} T
 * @param {T[]} sorted
 * @returns {T[][]} those whose places follow one another
 */
function runs(sorted) {
  /** @type {T[][]} */
  const all = [];
  for (const one of sorted) {
    const run = all.at(-1);
    if (run?.at(-1)?.place === one.place - 1) run.push(one);
    else all.push([one]);
  }
  return all;
}

/** @param {Module} module */
const indices = ({ imports, bodies }) => Array.from(bodies.keys(), (at) => imports.length + at);

/**
 * New numbers for functions, in this order.
 * @param {(number | null)[]} order `null` is one that there was not before
 */
function numbered(order) {
  /** @type {Record<number, number>} */
  const numbers = {};
  for (const [place, index] of order.entries()) if (index !== null) numbers[index] = place;
  return numbers;
}

/**
 * @template T
 * @param {Record<number, T>} items
 * @param {number} index
 * @returns {T}
 */
function at(items, index) {
  const item = items[index];
  if (item === undefined) throw new Error(`the wasm names number ${index}, which is not there`);
  return item;
}

/**
 * @param {string} module
 * @param {string} what
 * @param {Piece} description
 * @returns {Piece}
 */
const importOf = (module, what, description) => [name(module), name(what), description];

/**
 * @param {string} what
 * @param {number} kind
 * @param {number} index
 * @returns {Piece}
 */
const exportOf = (what, kind, index) => [name(what), kind, number(index)];

/**
 * @param {number} offset
 * @param {number[]} functions
 * @returns {Piece}
 */
const elementsAt = (offset, functions) => [
  number(0),
  [I32_CONST, signedNumber(offset), END],
  list(functions.map(number)),
];

/** @param {[number, Piece][]} sections */
function assembled(sections) {
  return joined([HEADER, sections.map(([id, content]) => [id, sized(content)])]);
}
