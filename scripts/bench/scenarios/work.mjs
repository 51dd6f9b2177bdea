/**
 * @typedef {object} Work an agent makes this plan, reads it, works through it, and checks the progress now and then
 * @property {string} title
 * @property {{ section: string, title: string }[]} tasks
 *
 * @typedef {object} Scenario how one server does the work
 * @property {string} name
 * @property {boolean} isOurs
 * @property {(project: string) => import('../processes.mjs').Command} command
 * @property {(project: string) => void} [prepare]
 * @property {string} how the calls, in words
 * @property {string} lacks what its tools cannot do
 * @property {(call: Call, work: Work, project: string) => Promise<number>} run returns the number of tasks that are done in the end
 *
 * @typedef {(name: string, args: object) => Promise<{ text: string, structured: any }>} Call
 */

const SECTIONS = ['Groundwork', 'Storage', 'Interface', 'Quality', 'Release'];
const STEPS = [
  'Write down what has to hold',
  'Build the smallest version that works',
  'Cover the failure cases with tests',
  'Measure it on a large example',
  'Document how it is used',
  'Ask for a review and settle the remarks',
];

/** @type {Work} */
export const WORK = {
  title: 'Release 2.0',
  tasks: SECTIONS.flatMap((section) =>
    STEPS.map((step) => ({ section, title: `${step}: ${section.toLowerCase()}` })),
  ),
};

/**
 * Whether the agent checks the progress after this task.
 * @param {number} number from 0
 */
export const isCheckpoint = (number) => (number + 1) % 10 === 0;
