/** What the model does in each client, and what has to come of it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../lib/project.mjs';

const SERVER = 'long-term-plan';
const PLANS = '.long-term-plan';
const SUBFOLDER = join('src', 'address');

const PLAN = `<!-- long-term-plan:format=v1 -->
# Web shop

## Checkout

- [ ] Validate the address form <!-- long-term-plan:id=t_form -->
- [ ] Shipping costs <!-- long-term-plan:id=t_costs -->
`;

/** The names of the tools that the server lists. */
/** @type {string[]} */
const NAMES = JSON.parse(readText('npm/core/generated/listing.json'))
  .toolsets.find((/** @type {any} */ { name }) => name === 'plan')
  .tools.map((/** @type {any} */ { name }) => name);

/** The loop of an agent: look, claim, add what it finds, finish; and one mistake. */
const STEPS = [
  { tool: 'plan_list', args: {}, expected: /"planId":"shop"/ },
  { tool: 'task_start', args: { planId: 'shop', taskId: 't_form' }, expected: /"taskId":"t_form"/ },
  {
    tool: 'task_batch',
    args: {
      planId: 'shop',
      ops: [{ op: 'add', title: 'Rules per country', parentTaskId: 't_form', status: 'done' }],
    },
    expected: /"results":\[\{"op":"add","taskId":"t_/,
  },
  {
    tool: 'task_update',
    args: { planId: 'shop', taskId: 't_none', status: 'done' },
    expected: /Task not found: t_none/,
    isError: true,
  },
  {
    tool: 'task_get',
    args: { planId: 'shop', taskId: 't_form' },
    expected: /Validate the address/,
  },
  {
    tool: 'task_update',
    args: { planId: 'shop', taskId: 't_form', status: 'done' },
    expected: /"taskId":"t_form"/,
  },
];

/**
 * @typedef {import('./model/server.mjs').SeenRequest} SeenRequest
 * @typedef {import('./model/server.mjs').Move} Move
 */

/**
 * The next step. A client may show its tools only to a model that searches for them. Clients also ask for titles and the like,
 * without any tools; they get some text.
 * @param {SeenRequest} request
 * @returns {Move}
 */
export function nextMove({ tools, replies, prompt }) {
  const done = stepReplies(replies).length;
  const step = STEPS[done];
  if (step === undefined) return { text: 'Done.' };
  const id = `step_${done}`;
  const tool = tools.find(({ name }) => isCalled(name, step.tool));
  if (tool) return { call: { tool, id, args: step.args } };
  const search = tools.find(({ name }) => /^tool_?search$/i.test(name));
  const hidden = hiddenNames(prompt).find((name) => isCalled(name, step.tool));
  if (search === undefined || hidden === undefined) return { text: 'Done.' };
  if (!replies.some((reply) => reply.id === `search_${done}`)) {
    return { call: { tool: search, id: `search_${done}`, args: { query: `select:${hidden}` } } };
  }
  // What was found is called by its name, or by a tool for that.
  const caller = tools.find(({ name }) => name === 'tool_call');
  if (caller === undefined) return { text: 'Done.' };
  return { call: { tool: caller, id, args: { name: hidden, arguments: step.args } } };
}

/**
 * Clients put the name of the server before the name of a tool.
 * @param {string} name
 * @param {string} tool
 */
const isCalled = (name, tool) => name === tool || new RegExp(`[_-]${tool}$`).test(name);

/**
 * Tools that a client mentions to the model without giving them.
 * @param {string} prompt
 */
const hiddenNames = (prompt) => [
  ...new Set(prompt.match(new RegExp(`mcp__${SERVER}__[a-z_]+`, 'g'))),
];

/**
 * The replies to our tools.
 * @param {readonly import('./model/server.mjs').ToolReply[]} replies
 */
const stepReplies = (replies) => replies.filter(({ id }) => !id.startsWith('search_'));

/**
 * A repository with a plan.
 * @param {string} folder
 * @returns {{ root: string, cwd: string }} cwd: where the client is started
 */
export function makeProject(folder) {
  const root = join(folder, 'project');
  const cwd = join(root, SUBFOLDER);
  mkdirSync(cwd, { recursive: true });
  mkdirSync(join(root, PLANS));
  writeFileSync(join(root, PLANS, 'shop.md'), PLAN);
  return { root, cwd };
}

/**
 * @typedef {object} Outcome
 * @property {number} tools how many of our tools the model saw
 * @property {boolean} isSearched whether it had to search for them
 * @property {boolean} hasInstructions whether it saw the instructions of the server
 * @property {number} calls how many steps had the expected reply
 * @property {boolean} hasError whether the model saw the error
 * @property {boolean} hasRoot whether the plan above the working directory was changed
 */

/**
 * @param {readonly SeenRequest[]} requests
 * @param {string} root
 * @returns {Outcome}
 */
export function outcomeOf(requests, root) {
  const last = requests.findLast(({ replies }) => replies.length > 0) ?? requests.at(-1);
  const replies = stepReplies(last?.replies ?? []);
  const isAsExpected = STEPS.map(({ expected }, index) =>
    expected.test(plain(replies[index]?.text)),
  );
  const given = [...new Set(requests.flatMap(({ tools }) => tools.map(({ name }) => name)))];
  const hidden = requests.flatMap(({ prompt }) => hiddenNames(prompt));
  const isSeen = (/** @type {string} */ tool) =>
    [...given, ...hidden].some((name) => isCalled(name, tool));
  const plan = readFileSync(join(root, PLANS, 'shop.md'), 'utf8');
  return {
    tools: NAMES.filter(isSeen).length,
    isSearched: !NAMES.every((tool) => given.some((name) => isCalled(name, tool))),
    hasInstructions: requests.some(({ prompt }) => prompt.includes('they outlive this session')),
    calls: STEPS.filter(({ isError }, index) => !isError && isAsExpected[index]).length,
    hasError: STEPS.some(({ isError }, index) => isError && isAsExpected[index]),
    hasRoot: /^- \[√\] Validate the address form/m.test(plan),
  };
}

/** How many tools the model should see. */
export const TOOLS = NAMES.length;

/** The number of steps that succeed. */
export const CALLS = STEPS.filter(({ isError }) => !isError).length;

/** Some clients put the reply of a tool, which is JSON, into JSON. */
const plain = (text = '') => text.replaceAll('\\"', '"');
