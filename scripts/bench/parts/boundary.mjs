import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { cpuMsOf } from '../cpu.mjs';
import { barOf, quartiles } from '../figures.mjs';
import { shown } from '../markdown.mjs';
import { interleaved, spread } from '../statistics.mjs';
import { buildBoundary } from '../wasm-build.mjs';

export const title = 'The boundary between wasm and JavaScript';

const ROUNDS = 25;
const QUICK_ROUNDS = 5;

/**
 * @typedef {'contract' | 'json' | 'objects'} Way
 * @type {{ way: Way, name: string, isText: boolean }[]}
 */
const WAYS = [
  { way: 'contract', name: 'JSON text, our writer', isText: true },
  { way: 'json', name: 'JSON text, serde_json', isText: true },
  { way: 'objects', name: 'objects, serde-wasm-bindgen', isText: false },
];

/** @type {{ name: string, tasks: number, method: string, runs: number }[]} */
const ANSWERS = [
  { name: 'what a change came to', tasks: 20, method: 'changed', runs: 2_000 },
  { name: 'a page of 20 tasks', tasks: 20, method: 'page', runs: 200 },
  { name: 'an outline of 1,000 tasks', tasks: 1_000, method: 'outline', runs: 5 },
  { name: 'an outline of 10,000 tasks', tasks: 10_000, method: 'outline', runs: 1 },
];

/** @type {{ name: string, bytes: number, runs: number }[]} */
const HASHED = [
  { name: 'SHA-256 of 10 KB', bytes: 10_000, runs: 200 },
  { name: 'SHA-256 of 1 MB', bytes: 1_000_000, runs: 2 },
];

/**
 * @typedef {{ name: string, times: number[] }} Figure
 * @typedef {{ name: string, figures: Figure[] }} Comparison
 * @typedef {{ name: string, raw: number, compressed: number }} Weight
 */

/** @param {import('../parts.mjs').Context} context */
export async function measure({ quick, progress }) {
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  const built = [];
  for (const way of WAYS) built.push({ ...way, wasm: await buildBoundary(way.way) });
  const sha = await buildBoundary('sha');
  /** @type {Comparison[]} */
  const answers = [];
  for (const { name, tasks, method, runs } of ANSWERS) {
    progress(name);
    const cases = built.map(({ name, isText, wasm }) => {
      const ready = new wasm.exports.Answers(tasks);
      // To an object that can be used, whichever way it comes.
      return { name, run: isText ? () => JSON.parse(ready[method]()) : () => ready[method]() };
    });
    assertSame(cases.map(({ run }) => JSON.stringify(run())));
    answers.push({ name, figures: await compared(cases, rounds, runs) });
  }
  /** @type {Comparison[]} */
  const hashes = [];
  for (const { name, bytes, runs } of HASHED) {
    progress(name);
    const text = Buffer.alloc(bytes, 'The cache, checked and moved. ');
    const cases = [
      { name: 'node:crypto', run: () => createHash('sha256').update(text).digest('hex') },
      { name: 'wasm, sha2', run: () => sha.exports.sha256(text) },
    ];
    assertSame(cases.map(({ run }) => run()));
    hashes.push({ name, figures: await compared(cases, rounds, runs) });
  }
  const weights = built.map(({ name, wasm: { bytes } }) => ({
    name,
    raw: bytes.length,
    compressed: gzipSync(bytes, { level: 9 }).length,
  }));
  return sectionOf(answers, hashes, weights, rounds);
}

/** @param {string[]} results */
function assertSame(results) {
  if (new Set(results).size !== 1) throw new Error('The ways give different answers.');
}

/**
 * @param {{ name: string, run: () => unknown }[]} cases
 * @param {number} rounds
 * @param {number} runs in one round
 * @returns {Promise<Figure[]>}
 */
async function compared(cases, rounds, runs) {
  const measured = await interleaved(cases, { rounds, warmUps: 3 }, ({ run }) => {
    // All runs at once: the clock of CPU time counts microseconds, and a short answer takes few.
    const repeated = () => {
      for (let number = 0; number < runs; number++) run();
    };
    return cpuMsOf({ run: repeated }) / runs;
  });
  return [...measured].map(([{ name }, times]) => ({ name, times }));
}

/**
 * What is faster, and by how much, in words that follow from the figures.
 * @param {Comparison} comparison
 */
export function verdict({ name, figures }) {
  const sorted = figures
    .map(({ name, times }) => ({ name, median: spread(times).median }))
    .toSorted((one, other) => one.median - other.median);
  const [first, ...others] = sorted;
  if (first === undefined) throw new Error('Nothing was measured.');
  const rest = others.map(
    (one) => `${one.name} takes ${shown(one.median / first.median)} times as long`,
  );
  return `- ${name}: ${first.name} is fastest; ${rest.join(', ')}.`;
}

/**
 * What the figures mean for the product, which hands over JSON text and hashes with node:crypto.
 * @param {Comparison[]} answers
 * @param {Comparison[]} hashes
 */
export function decision(answers, hashes) {
  /** @type {(comparison: Comparison, name: string) => number} */
  const time = ({ figures }, name) =>
    spread(figures.find((one) => one.name === name)?.times ?? []).median;
  const ours = WAYS[0]?.name ?? '';
  const objects = WAYS[2]?.name ?? '';
  /** @param {Comparison} one */
  const loss = (one) => (time(one, ours) - time(one, objects)) * 1000;
  const slower = answers.filter((one) => loss(one) > 0);
  const text =
    slower.length === 0
      ? 'JSON text by our own writer is faster than objects for every answer that was measured, so the product keeps to it.'
      : `The product hands over JSON text by its own writer. Objects would be faster for ${slower
          .map((one) => `${one.name}, by ${shown(loss(one))} microseconds`)
          .join('; ')}${slower.length < answers.length ? ', and slower for the rest' : ''}.`;
  const wasmWins = hashes.filter((one) => time(one, 'wasm, sha2') < time(one, 'node:crypto'));
  const hash =
    wasmWins.length === 0
      ? 'Hashes are made by node:crypto, which is faster at each size.'
      : `Hashes are made by node:crypto, although wasm is faster for ${wasmWins.map(({ name }) => name).join(', ')}.`;
  return `**What follows.** ${text} ${hash} In browsers, where nothing like node:crypto answers at once, the core hashes by itself.`;
}

/**
 * @param {Comparison[]} answers
 * @param {Comparison[]} hashes
 * @param {Weight[]} weights
 * @param {number} rounds
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(answers, hashes, weights, rounds) {
  const all = [...answers, ...hashes];
  const largest = answers.at(-1);
  return {
    summary: `How an answer gets from wasm to JavaScript: as a JSON text that \`JSON.parse\` reads, or as objects that \`serde-wasm-bindgen\`
makes field by field. A small crate (\`scripts/bench/boundary\`), compiled as the product is, hands over the same answers each way;
that they are the same is checked. Our writer is compiled for speed, as there, and all else for size. CPU time is counted up to an object that can be used, in rounds that take turns. And where to make
the SHA-256 of a file: in wasm, with the copy of the bytes into it, or in Node.`,
    goals: [],
    plots: [
      ...(largest === undefined ? [] : [plotOf('outline', largest)]),
      ...hashes.slice(-1).map((comparison) => plotOf('sha', comparison)),
    ],
    tables: [
      {
        caption: `Milliseconds of CPU time each, medians of ${rounds} rounds`,
        head: ['What', 'how', 'CPU ms', 'quartiles'],
        rows: all.flatMap(({ name, figures }) =>
          figures.map((figure) => {
            const time = spread(figure.times);
            return [name, figure.name, time.median, quartiles(time)];
          }),
        ),
      },
      {
        caption: 'What the wasm of each way weighs, with these answers alone',
        head: ['How', 'bytes', 'compressed'],
        rows: weights.map(({ name, raw, compressed }) => [name, raw, compressed]),
      },
    ],
    notes: [all.map(verdict).join('\n'), decision(answers, hashes)],
  };
}

/**
 * @param {string} name
 * @param {Comparison} comparison
 */
const plotOf = (name, { name: what, figures }) => ({
  name,
  title: `CPU time: ${what}`,
  kind: /** @type {const} */ ('bars'),
  unit: 'ms',
  bars: figures.map(({ name, times }) => barOf(name, spread(times))),
});
