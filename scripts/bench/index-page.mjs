import { GOAL_HEAD, goalRow, isMet } from './goals.mjs';
import { machineText } from './machine.mjs';
import { tableText } from './markdown.mjs';

const INTRODUCTION = `# What it costs

<!-- Written by \`npm run bench\`: change scripts/bench/index-page.mjs. -->

Every figure in this folder comes from one command, on Linux with bash, and from no other place:

\`\`\`sh
npm run bench                        # builds, measures everything, writes these pages; ten minutes
npm run bench -- start memory        # some parts only
npm run bench -- start --quick       # a few rounds, shown and not written, to try something out
\`\`\`

Three are compared, side by side in one run: what this repository builds, the least that Node could do (an empty program, or
the same files read and written by hand), and public packages from the npm registry at the versions pinned in
\`scripts/bench/peers\`. These are installed when the benchmarks run and are no dependency of the product.

How to read it: CPU time is user and system time of a process with all its threads and children. Figures are medians; the
quartiles beside them tell how far runs differ. What is compared takes turns, so that a busy machine disturbs all alike. So
ratios carry over to other machines, and milliseconds do not. MB are millions of bytes. A goal is met when the measured value
is at most the limit. The load before a run tells how many processes wanted the processor: far above 0, times by the clock
say more about the machine than about what was measured.`;

/**
 * @param {import('./report.mjs').Measured[]} all in their order
 */
export function indexPage(all) {
  const goals = all.flatMap(({ goals }) => goals);
  const missed = goals.filter((goal) => !isMet(goal)).length;
  const rows = all.flatMap((measured) =>
    measured.goals.map((goal) => [`[${measured.name}](${measured.name}.md)`, ...goalRow(goal)]),
  );
  const pages = all.map(({ name, title, date, machine }) => [
    `[${title}](${name}.md)`,
    date,
    machineText(machine),
  ]);
  const blocks = [
    INTRODUCTION,
    '## Goals',
    `${goals.length - missed} of ${goals.length} are met${missed === 0 ? '.' : `, **${missed} missed**.`}`,
    tableText({ caption: '', head: ['Part', ...GOAL_HEAD], rows }),
    '## Pages',
    tableText({ caption: '', head: ['Page', 'Measured on', 'Machine'], rows: pages }),
  ];
  return `${blocks.join('\n\n')}\n`;
}
