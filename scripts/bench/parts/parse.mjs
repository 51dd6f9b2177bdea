import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fromManifest, inRoot } from '../../lib/project.mjs';
import { mustRun } from '../../lib/run.mjs';
import { quartiles, shown } from '../markdown.mjs';
import { benchDir, peerVersion } from '../peers.mjs';
import { samplePlan } from '../plans.mjs';
import { quietEnvironment } from '../processes.mjs';
import { interleaved, spread } from '../statistics.mjs';

export const title = 'Parsing';

const TASKS = 10_000;
const OURS = 'long-term-plan';
/** How often each parser is started, in turns. */
const PROCESSES = 3;
/** Rounds in each process. remark-parse takes seconds for one text. */
const ROUNDS = 9;
const SLOW_ROUNDS = 1;

/** @param {import('../report.mjs').Context} context */
export async function measure({ quick, progress, peers }) {
  const peersFolder = await peers();
  progress('building the native parsers');
  const native = await buildNative();
  const { text } = samplePlan(TASKS);
  /** @type {(parser: string, rounds?: number) => () => number[]} */
  const inNode =
    (parser, rounds = ROUNDS) =>
    () =>
      parseTimes(
        process.execPath,
        [inRoot('scripts/bench/node-parser.mjs'), peersFolder, parser, `${rounds}`],
        text,
      );
  /** @type {(parser: string) => () => number[]} */
  const natively = (parser) => () => parseTimes(native, [parser, `${ROUNDS}`], text);
  const pulldown = fromManifest('Cargo.toml', /^pulldown-cmark = .*version = "(.*?)"/m);
  const cases = [
    { name: OURS, where: 'native', times: natively(OURS) },
    { name: `pulldown-cmark ${pulldown}`, where: 'native', times: natively('pulldown-cmark') },
    { name: OURS, where: 'wasm in Node', times: inNode(OURS) },
    {
      name: `markdown-it ${peerVersion('markdown-it')}`,
      where: 'Node',
      times: inNode('markdown-it'),
    },
    {
      name: `remark-parse ${peerVersion('remark-parse')}`,
      where: 'Node',
      times: inNode('remark-parse', SLOW_ROUNDS),
    },
  ];
  const rounds = quick ? 1 : PROCESSES;
  const measured = await interleaved(cases, { rounds, warmUps: 0 }, ({ name, where, times }) => {
    progress(`${name}, ${where}`);
    return times();
  });
  return sectionOf(
    [...measured].map(([one, times]) => ({ ...one, time: spread(times.flat()) })),
    Buffer.byteLength(text) / 1e6,
  );
}

/** @returns {Promise<string>} the program */
async function buildNative() {
  const target = join(benchDir, 'native');
  const cwd = inRoot('scripts/bench/native');
  await mustRun('cargo', ['build', '--release', '--target-dir', target], { cwd });
  return join(target, 'release', 'long-term-plan-bench-native');
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} text
 * @returns {number[]} milliseconds of each round
 */
function parseTimes(program, args, text) {
  const output = execFileSync(program, args, { input: text, env: quietEnvironment() });
  return JSON.parse(output.toString());
}

/**
 * @param {{ name: string, where: string, time: import('../statistics.mjs').Spread }[]} figures
 * @param {number} megabytes
 * @returns {import('../report.mjs').Section}
 */
function sectionOf(figures, megabytes) {
  return {
    summary: `The same generated plan of ${shown(TASKS)} tasks (${shown(megabytes)} MB), parsed by our parser and by Markdown parsers, in turns and each in its own,
warmed-up processes: time up to the parser's result, nothing rendered. In Node ours is the wasm that pages load; the text is
encoded and copied into it. Natively, both are compiled for speed.

The parsers do different work. Markdown parsers find emphasis, links and everything else inside lines, and return a tree or a
stream of events. Ours leaves the content of a line alone; it recognizes headings, tasks, attributes and bodies, and checks ids
and dependencies. The comparison shows what it would cost to read plans through a general parser.`,
    goals: [],
    tables: [
      {
        caption: 'Time to parse',
        head: ['Parser', 'where', 'ms', 'quartiles', 'MB/s'],
        rows: figures.map(({ name, where, time }) => [
          name,
          where,
          time.median,
          quartiles(time),
          (megabytes / time.median) * 1000,
        ]),
      },
    ],
  };
}
