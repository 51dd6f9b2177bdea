import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fromManifest } from '../../lib/project.mjs';
import { cpuMsOf } from '../cpu.mjs';
import { barOf, quartiles } from '../figures.mjs';
import { shown } from '../markdown.mjs';
import { buildNative } from '../native.mjs';
import { peerVersion } from '../peers.mjs';
import { samplePlan } from '../plans.mjs';
import { interleaved, spread } from '../statistics.mjs';
import { loadCore } from '../wasm.mjs';

export const title = 'Parsing';

const SIZES = [1_000, 10_000];
const ROUNDS = 15;
const QUICK_ROUNDS = 3;
/** Some parsers take seconds for one text. */
const SLOW_ROUNDS = 3;
/** And others so short that one run says little. */
const RUNS = 5;
const OURS = 'long-term-plan';

/**
 * @typedef {object} Parser
 * @property {string} name
 * @property {boolean} [isSlow]
 * @property {(text: string, bytes: Buffer) => any} parse
 * @property {(parsed: any) => void} [free]
 *
 * @typedef {{ name: string, where: string, isOurs: boolean, times: number[] }} Figure
 */

/** @param {import('../parts.mjs').Context} context */
export async function measure({ quick, progress, peers }) {
  const parsers = await nodeParsers(await peers());
  const native = await buildNative();
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  const sizes = [];
  for (const tasks of SIZES) {
    const { text } = await samplePlan(tasks);
    progress(`${shown(tasks)} tasks in Node`);
    const inNode = await measureInNode(parsers, text, rounds, quick ? 1 : SLOW_ROUNDS);
    progress(`${shown(tasks)} tasks natively`);
    const natively = Object.entries(native(text, rounds)).map(([name, times]) => ({
      name: name === OURS ? name : `${name} ${nativeVersion(name)}`,
      where: 'native',
      isOurs: name === OURS,
      times,
    }));
    sizes.push({
      tasks,
      megabytes: Buffer.byteLength(text) / 1e6,
      figures: [...inNode, ...natively],
    });
  }
  return sectionOf(sizes);
}

/** @param {string} name */
const nativeVersion = (name) =>
  fromManifest(
    'scripts/bench/native/Cargo.toml',
    new RegExp(`^${name} = .*version = "=(.*?)"`, 'm'),
  );

/**
 * @param {string} folder in which the peers are installed
 * @returns {Promise<Parser[]>}
 */
async function nodeParsers(folder) {
  const { resolve } = createRequire(join(folder, 'package.json'));
  /** @param {string} name */
  const load = (name) => import(pathToFileURL(resolve(name)).href);
  const { exports: core } = await loadCore();
  const [{ unified }, remark, micromark, markdownIt] = await Promise.all(
    ['unified', 'remark-parse', 'micromark', 'markdown-it'].map(load),
  );
  const remarkProcessor = unified().use(remark.default);
  const markdownItParser = new markdownIt.default();
  /** @param {string} name */
  const named = (name) => `${name} ${peerVersion(name)}`;
  return [
    { name: OURS, parse: (_, bytes) => new core.Plan(bytes), free: (plan) => plan.free() },
    { name: named('markdown-it'), parse: (text) => markdownItParser.parse(text, {}) },
    {
      name: named('micromark'),
      isSlow: true,
      parse: (text) =>
        micromark.postprocess(
          micromark
            .parse()
            .document()
            .write(micromark.preprocess()(text, undefined, true)),
        ),
    },
    { name: named('remark-parse'), isSlow: true, parse: (text) => remarkProcessor.parse(text) },
  ];
}

setFlagsFromString('--expose-gc');
/** Frees what the parser before has left, so that nobody pays for another's garbage. */
const collectGarbage = runInNewContext('gc');

/**
 * @param {Parser[]} parsers
 * @param {string} text
 * @param {number} rounds
 * @param {number} slowRounds
 * @returns {Promise<Figure[]>}
 */
async function measureInNode(parsers, text, rounds, slowRounds) {
  const bytes = Buffer.from(text);
  const measured = await interleaved(parsers, { rounds, warmUps: 3 }, (parser, round) => {
    const { isSlow, parse, free } = parser;
    if (isSlow && (round < 0 || round >= slowRounds)) return Number.NaN;
    const work = { run: () => parse(text, bytes), before: collectGarbage };
    return cpuMsOf({ ...work, ...(free && { after: free }) }, isSlow ? 1 : RUNS);
  });
  return [...measured].map(([{ name }, times]) => ({
    name,
    where: name === OURS ? 'Node, wasm' : 'Node',
    isOurs: name === OURS,
    times: times.filter((time) => !Number.isNaN(time)),
  }));
}

/**
 * @param {{ tasks: number, megabytes: number, figures: Figure[] }[]} sizes
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(sizes) {
  return {
    summary: `The same generated plan, parsed by our parser and by parsers of Markdown, in one run and taking turns: CPU time up to the
parser's own result, and nothing rendered. In Node ours is the wasm that the server loads, from bytes to a handle; natively all are compiled
alike, for speed.

It is no race between equals. Parsers of Markdown do more: they find emphasis, links and all else inside of lines, and hand out
a whole tree or list of events; pulldown-cmark gives the events one by one and keeps none. Ours does less of that and other things instead:
it knows headings, tasks, their attributes and bodies, checks ids and dependencies, and leaves the rest of a line alone. The comparison tells what
it would cost to read plans through a general parser, before the first id is looked up.`,
    goals: [],
    plots: sizes.slice(-1).map(({ tasks, figures }) => ({
      name: 'cpu',
      title: `CPU time to parse ${shown(tasks)} tasks`,
      kind: /** @type {const} */ ('bars'),
      unit: 'ms',
      bars: figures.map(({ name, where, isOurs, times }) =>
        barOf(`${name} (${where})`, spread(times), isOurs),
      ),
    })),
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
