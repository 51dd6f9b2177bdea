import { execFileSync } from 'node:child_process';
import { fromManifest, inRoot } from '../../lib/project.mjs';
import { barOf, quartiles } from '../figures.mjs';
import { shown } from '../markdown.mjs';
import { buildNative } from '../native.mjs';
import { peerVersion } from '../peers.mjs';
import { samplePlan } from '../plans.mjs';
import { quietEnvironment } from '../processes.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Parsing';

const SIZES = [1_000, 10_000];
const OURS = 'long-term-plan';
/** How often each parser is started, in turns. */
const PROCESSES = 3;
/** Rounds in each process. Some parsers take seconds for one text. */
const ROUNDS = 9;
const SLOW_ROUNDS = 1;
const NODE_PARSERS = [
  { parser: OURS, isSlow: false },
  { parser: 'markdown-it', isSlow: false },
  { parser: 'micromark', isSlow: true },
  { parser: 'remark-parse', isSlow: true },
];
const NATIVE_PARSERS = [OURS, 'pulldown-cmark', 'comrak'];

/**
 * @typedef {{ name: string, where: string, isOurs: boolean, times: number[] }} Figure
 */

/** @param {import('../parts.mjs').Context} context */
export async function measure({ quick, progress, peers }) {
  const folder = await peers();
  const native = await buildNative();
  const sizes = [];
  for (const tasks of SIZES) {
    const { text } = samplePlan(tasks);
    progress(`${shown(tasks)} tasks`);
    const cases = [
      ...NODE_PARSERS.map(({ parser, isSlow }) => ({
        name: parser === OURS ? OURS : `${parser} ${peerVersion(parser)}`,
        where: parser === OURS ? 'Node, wasm' : 'Node',
        times: () => inNode(folder, parser, text, isSlow ? SLOW_ROUNDS : ROUNDS),
      })),
      ...NATIVE_PARSERS.map((parser) => ({
        name: parser === OURS ? OURS : `${parser} ${nativeVersion(parser)}`,
        where: 'native',
        times: () => native(parser, text, ROUNDS),
      })),
    ];
    const measured = await interleaved(
      cases,
      { rounds: quick ? 1 : PROCESSES, warmUps: 0 },
      ({ times }) => times(),
    );
    const figures = [...measured].map(([{ name, where }, times]) => ({
      name,
      where,
      isOurs: name === OURS,
      times: times.flat(),
    }));
    sizes.push({ tasks, megabytes: Buffer.byteLength(text) / 1e6, figures });
  }
  return sectionOf(sizes);
}

/**
 * @param {string} folder in which the peers are installed
 * @param {string} parser
 * @param {string} text
 * @param {number} rounds
 * @returns {number[]} milliseconds of CPU time
 */
function inNode(folder, parser, text, rounds) {
  const program = inRoot('scripts/bench/node-parser.mjs');
  const args = [program, folder, parser, `${rounds}`];
  const options = { input: text, env: quietEnvironment() };
  return JSON.parse(execFileSync(process.execPath, args, options).toString());
}

/** @param {string} name */
const nativeVersion = (name) =>
  fromManifest(
    'scripts/bench/native/Cargo.toml',
    new RegExp(`^${name} = .*version = "=(.*?)"`, 'm'),
  );

/**
 * @param {{ tasks: number, megabytes: number, figures: Figure[] }[]} sizes
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(sizes) {
  return {
    summary: `The same generated plan, parsed by our parser and by parsers of Markdown, in one run and taking turns, each in processes of its own that
are warmed up first: CPU time up to the parser's own result, and nothing rendered. In Node ours is the wasm that the server loads, its
text encoded and copied into it; natively all are compiled alike, for speed.

It is no race between equals. Parsers of Markdown do more: they find emphasis, links and all else inside of lines, and hand out
a whole tree or list of events; pulldown-cmark gives the events one by one and keeps none. Ours does less of that and other things instead:
it knows headings, tasks, their attributes and bodies, checks ids and dependencies, and leaves the rest of a line alone. The comparison tells what
it would cost to read plans through a general parser, before the first id is looked up.`,
    goals: [],
    plots: sizes.slice(-1).flatMap(({ tasks, figures }) =>
      [true, false].map((isNative) => ({
        name: isNative ? 'native' : 'node',
        title: `CPU time to parse ${shown(tasks)} tasks ${isNative ? 'natively' : 'in Node'}`,
        kind: /** @type {const} */ ('bars'),
        unit: 'ms',
        bars: figures
          .filter(({ where }) => (where === 'native') === isNative)
          .map(({ name, isOurs, times }) => barOf(name, spread(times), isOurs)),
      })),
    ),
    tables: sizes.map(({ tasks, megabytes, figures }) => ({
      caption: `${shown(tasks)} tasks, ${shown(megabytes)} MB`,
      head: ['Parser', 'where', 'CPU ms', 'quartiles', 'MB/s', 'times ours there', 'rounds'],
      rows: figures.map(({ name, where, times }) => {
        const time = spread(times);
        const isNative = where === 'native';
        const ours = figures.find((one) => one.isOurs && (one.where === 'native') === isNative);
        return [
          name,
          where,
          time.median,
          quartiles(time),
          (megabytes / time.median) * 1000,
          time.median / spread(ours?.times ?? []).median,
          times.length,
        ];
      }),
    })),
  };
}
