import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { inCI, root } from '../project.mjs';
import { mustRun } from '../run.mjs';
import { SetupError } from '../setup-error.mjs';

/** How many tasks the plans have that operations are counted on: ten times as many each. */
export const SIZES = [1_000, 10_000];

/**
 * @typedef {Record<string, number>} Counts instructions of one operation, by the number of tasks
 *
 * @typedef {object} Counted
 * @property {string} rustc its version: another compiler makes other instructions
 * @property {string} target the platform, likewise
 * @property {Record<string, Counts>} instructions by the operation's name
 */

const CRATE = 'long-term-plan-instructions';

/**
 * The C library picks functions that copy and compare bytes by what the processor can, and valgrind counts each byte
 * that some of them copy. These are the plain ones that every processor has, so that all machines count alike.
 */
const WITHOUT =
  'AVX512F AVX512VL AVX512BW AVX2 AVX AVX_Fast_Unaligned_Load ERMS FSRM SSSE3 SSE4_1 SSE4_2 BMI2';
const GLIBC_TUNABLES = [
  `glibc.cpu.hwcaps=${WITHOUT.split(' ').map((feature) => `-${feature}`)}`,
  // It depends on the size of the cache otherwise.
  'glibc.cpu.x86_non_temporal_threshold=0x40000000',
].join(':');

/**
 * Counts the instructions of each operation that the crate core/instructions knows, on plans of each size.
 * @param {(line: string) => void} note
 * @returns {Promise<Counted>}
 */
export async function countInstructions(note) {
  const about = await mustRun('rustc', ['-vV']);
  const rustc = /^release: (.*)$/m.exec(about)?.[1] ?? '';
  const target = /^host: (.*)$/m.exec(about)?.[1] ?? '';
  const program = await compile(note);
  const names = (await mustRun(program, [])).trim().split('\n');

  /** @type {Record<string, Counts>} */
  const instructions = Object.fromEntries(names.map((name) => [name, {}]));
  const work = names.flatMap((name) => SIZES.map((tasks) => ({ name, tasks })));
  const worker = async () => {
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { name, tasks } = next;
      note(`${name}, ${tasks} tasks`);
      Object.assign(instructions[name] ?? {}, { [tasks]: await countOne(program, name, tasks) });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return { rustc, target, instructions };
}

/** @param {(line: string) => void} onLine */
async function compile(onLine) {
  const args = ['build', '--package', CRATE, '--profile', 'instructions'];
  await mustRun('cargo', [...args, ...(inCI ? ['--locked'] : [])], { onLine });
  return join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'instructions', CRATE);
}

/**
 * @param {string} program
 * @param {string} name
 * @param {number} tasks
 */
async function countOne(program, name, tasks) {
  const counting = [
    '--tool=callgrind',
    '--log-fd=1',
    '--callgrind-out-file=/dev/null',
    '--toggle-collect=long_term_plan_instructions::counted*',
  ];
  const output = await mustRun('valgrind', [...counting, program, name, `${tasks}`], {
    env: { GLIBC_TUNABLES },
  });
  const count = Number(/Collected : (\d+)/.exec(output)?.[1] ?? 0);
  if (count === 0) {
    throw new SetupError(`Valgrind counted no instruction of "${name}".`, {
      remedy:
        'see whether `counted` in core/instructions/src/main.rs is still a function by itself.',
      output,
    });
  }
  return count;
}
