/**
 * One agent of the stress test: an MCP client in its own process, which starts a server and works on a plan until nothing is left. It can have
 * several sub-agents on its connection. It reports what it does as JSON lines, and asks the runner to publish what it has finished.
 *
 *   node agent.mjs '{"server":["node","…"],"planId":"work","subAgents":["",…],"workMs":20,"resume":true}'
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} AgentOptions
 * @property {string[]} server command and arguments
 * @property {string} planId
 * @property {string[]} subAgents names; an empty one stands for the agent itself
 * @property {number} workMs longest time for one task
 * @property {boolean} resume whether to continue what a former process under this name began
 */

/** @type {AgentOptions} */
const { server, planId, subAgents, workMs, resume } = JSON.parse(process.argv[2] ?? '{}');
const [command = '', ...args] = server;
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
child.on('exit', () => process.exit(1));

/** @type {Map<number, (message: any) => void>} */
const waiting = new Map();
let lastId = 0;

createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line);
  waiting.get(message.id)?.(message);
  waiting.delete(message.id);
});

/** @param {object} message */
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/**
 * @param {string} method
 * @param {object} params
 * @returns {Promise<any>}
 */
function request(method, params) {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method, params });
  });
}

/**
 * @param {string} name
 * @param {object} more
 */
async function call(name, more) {
  const { result, error } = await request('tools/call', {
    name,
    arguments: { planId, ...more },
  });
  if (error) throw new Error(JSON.stringify(error));
  return { isError: result.isError === true, ...result.structuredContent };
}

/** @param {object} event */
const report = (event) => process.stdout.write(`${JSON.stringify({ at: Date.now(), ...event })}\n`);

/** @type {Map<string, () => void>} */
const published = new Map();
createInterface({ input: process.stdin }).on('line', (task) => published.get(task)?.());

/** @param {string} task */
function publish(task) {
  report({ kind: 'publish', task });
  return new Promise((resolve) => {
    published.set(task, () => resolve(undefined));
  });
}

/** @param {string} subAgent */
async function work(subAgent) {
  const assignee = subAgent === '' ? {} : { assignee: subAgent };
  let isFirst = resume;
  for (;;) {
    const started = await call('task_start', { ...assignee, ...(isFirst && { resume: true }) });
    isFirst = false;
    if (started.isError) {
      const { code, message } = started.error;
      if (/tasks are done/.test(message)) return;
      report({ kind: code === 'NOTHING_READY' ? 'idle' : 'error', message });
      await sleep(100 + 400 * Math.random());
      continue;
    }
    const { taskId: task, claim } = started;
    report({ kind: 'start', task, by: started.assignee, claim, takenOver: started.takenOverFrom });
    await sleep(workMs * Math.random());
    const note = `note-${task}-${Math.random().toString(36).slice(2)}`;
    const noted = await call('task_update', { taskId: task, appendBody: note });
    if (noted.isError) report({ kind: 'error', message: noted.error.message });
    else report({ kind: 'note', task, note });
    await publish(task);
    report({ kind: 'finishing', task });
    const done = await call('task_update', { taskId: task, status: 'done' });
    if (done.isError) report({ kind: 'error', message: done.error.message });
    else report({ kind: 'done', task, wasHeldBy: done.wasHeldBy });
  }
}

const clientInfo = { name: 'agent', version: '1' };
await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
send({ method: 'notifications/initialized' });
await Promise.all(subAgents.map(work));
report({ kind: 'finished' });
child.removeAllListeners('exit');
child.on('exit', () => process.exit(0));
child.stdin.end();
