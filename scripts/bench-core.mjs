#!/usr/bin/env node
/**
 * What the core costs as wasm in Node, on plans of 100 to 100,000 tasks, and how parsing compares with remark-parse.
 *
 *   node scripts/bench-core.mjs [--without-remark] [--write docs/bench/core.md]
 *
 * Needs the wasm that `npm run build` makes, and cargo, which prints the plans. The sizes take turns, so that a busy
 * machine disturbs all of them alike, and the median of the CPU time counts. Native figures are shown too if
 * `cargo bench -p long-term-plan-core` has left some.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const SIZES = [100, 1_000, 10_000, 100_000];
const ROUNDS = 15;
/** Most that ten times the tasks may cost. */
const GROWTH_GOAL = 11;
/** remark-parse is measured on this many tasks, and must take at least this many times as long. */
const COMPARED = { tasks: 10_000, goal: 5 };
/** Never a dependency of the product: installed when this runs, beside what cargo builds. */
const REMARK = ['unified@11.0.5', 'remark-parse@11.0.0'];
/** What `--write` replaces. */
const TABLE = /(?<=<!-- figures -->\n).*(?=<!-- \/figures -->)/s;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
const wasm = join(root, 'npm', 'core', 'wasm');

const { values: options } = parseArgs({
  options: { 'without-remark': { type: 'boolean' }, write: { type: 'string' } },
});

const core = await loadCore();
const plans = SIZES.map((tasks) => planWith(tasks));
const connected = SIZES.map((tasks) => planWith(tasks, 'connected'));
const lines = [
  ...table('wasm in Node', measureAll(), plans),
  ...table('three dependencies a task', measureConnected(), connected),
  ...table('native', nativeFigures(), plans),
  ...(options['without-remark'] ? [] : await comparison()),
];
const report = `${lines.join('\n')}\n`;
console.log(report);
if (options.write !== undefined) {
  const page = readFileSync(options.write, 'utf8');
  if (!TABLE.test(page)) throw new Error(`${options.write} has no place for the figures`);
  writeFileSync(
    options.write,
    page.replace(TABLE, () => `\n${report}\n`),
  );
}

/** The generated glue, with its wasm instantiated. */
async function loadCore() {
  const glue = join(wasm, 'long_term_plan_core.js');
  if (!existsSync(glue)) {
    console.error('There is no wasm to measure in npm/core/wasm; run `npm run build` first.');
    process.exit(2);
  }
  const module = await import(pathToFileURL(glue).href);
  module.initSync({ module: readFileSync(join(wasm, 'long_term_plan_core_bg.wasm')) });
  return module;
}

/**
 * @typedef {object} Sample a plan to measure on
 * @property {number} tasks
 * @property {Buffer} bytes
 * @property {string[]} ids of its tasks
 * @property {string} section one of its sections, about the middle
 * @property {any} handle the plan, parsed
 * @property {number} turn counts operations, so that each is about another task
 */

/**
 * @param {number} tasks
 * @param {string[]} kind
 * @returns {Sample}
 */
function planWith(tasks, ...kind) {
  const named = ['--package', 'long-term-plan-core', '--example', 'plan_of'];
  const program = [...named, '--', `${tasks}`, ...kind];
  const bytes = execFileSync('cargo', ['run', '--quiet', ...program], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  const text = bytes.toString('utf8');
  const ids = Array.from(text.matchAll(/long-term-plan:id=(\S+)/g), ([, id = '']) => id);
  const sections = Array.from(text.matchAll(/^## (.+)$/gm), ([, name = '']) => name);
  const section = sections[sections.length >> 1] ?? '';
  return { tasks, bytes, ids, section, handle: new core.Plan(bytes), turn: 0 };
}

/**
 * @typedef {object} Operation
 * @property {string} name
 * @property {(plan: Sample) => any} run what is measured
 * @property {(plan: Sample) => any} [before] what is not
 * @property {(plan: Sample, result: any) => void} [after]
 *
 * @typedef {{ name: string, ms: number[] }} Figures of one operation, for each size
 */

/** @returns {Figures[]} */
function measureAll() {
  const now = 1_767_225_600_000;
  const entropy = new Uint8Array(10).fill(7);
  /** @type {(plan: Sample, ops: object[]) => string} */
  const apply = ({ handle }, ops) => {
    const reply = JSON.parse(handle.apply(JSON.stringify(ops), now, entropy));
    if (reply.error !== undefined) throw new Error(reply.error.message);
    return reply.taskIds[0];
  };
  /** @param {Sample} plan */
  const setStatus = (plan) => {
    plan.turn += 1;
    const taskId = plan.ids[(plan.turn * 7919) % plan.ids.length];
    return { op: 'update', taskId, status: ['todo', 'doing', 'done'][plan.turn % 3] };
  };
  const fifty = Array.from({ length: 50 });
  /** @param {Sample} plan */
  const add = (plan) => apply(plan, [{ op: 'add', title: 'New', sectionPath: [plan.section] }]);
  /** @type {(plan: Sample, taskId: string) => void} */
  const remove = (plan, taskId) => apply(plan, [{ op: 'delete', taskId }]);
  let added = '';
  /** @type {Operation[]} */
  const operations = [
    { name: 'parse', run: ({ bytes }) => new core.Plan(bytes), after: (_, plan) => plan.free() },
    {
      name: 'validate',
      run: ({ bytes }) => {
        const plan = new core.Plan(bytes);
        plan.validate();
        return plan;
      },
      after: (_, plan) => plan.free(),
    },
    { name: 'set status', run: (plan) => apply(plan, [setStatus(plan)]) },
    {
      name: 'set 50 statuses',
      run: (plan) =>
        apply(
          plan,
          fifty.map(() => setStatus(plan)),
        ),
    },
    { name: 'add', run: add, after: remove },
    {
      name: 'delete',
      before: (plan) => {
        added = add(plan);
      },
      run: (plan) => remove(plan, added),
    },
    { name: 'search', run: ({ handle }) => handle.search('cache fix', 20) },
  ];
  return operations.map((operation) => ({ name: operation.name, ms: measure(operation) }));
}

/**
 * What dependencies cost: whole calls of tools, on plans whose tasks have three each.
 * @returns {Figures[]}
 */
function measureConnected() {
  const workspaces = new Map(connected.map((plan) => [plan, openWorkspace(plan)]));
  /** @type {(name: string, args: object) => Operation['run']} */
  const call = (name, args) => (plan) => workspaces.get(plan)?.(name, args);
  /** @type {Operation[]} */
  const operations = [
    { name: 'parse', run: ({ bytes }) => new core.Plan(bytes), after: (_, plan) => plan.free() },
    { name: 'task_next', run: call('task_next', { planId: 'tasks' }) },
    { name: 'get_next_task', run: call('get_next_task', {}) },
    { name: 'get_task_stats', run: call('get_task_stats', {}) },
  ];
  return operations.map((operation) => ({
    name: operation.name,
    ms: measure(operation, connected),
  }));
}

/**
 * The plan as the only one of a workspace that stays loaded, as in a server.
 * @param {Sample} plan
 */
function openWorkspace({ bytes }) {
  const settings = { toolsets: ['plan', 'todori'], plansDir: 'plans', plan: 'tasks' };
  const workspace = new core.Workspace(JSON.stringify(settings));
  workspace.put('tasks.md', 'bytes', 'etag', 'stamp', 0, bytes);
  /** @type {(name: string, args: object) => any} */
  return (name, args) => {
    const id = workspace.begin(JSON.stringify({ kind: 'tool', name, args }));
    for (;;) {
      const step = JSON.parse(workspace.step(id));
      // What is asked for besides the plan is not there; the plan is as it was.
      const missing = (step.files ?? []).filter(
        (/** @type {string} */ file) => file !== 'tasks.md',
      );
      for (const file of missing) workspace.put(file, 'absent', '', '', 0, new Uint8Array());
      if (step.done === undefined) continue;
      workspace.freeCall(id);
      if (step.done.error !== undefined) throw new Error(step.done.error.message);
      return step.done.result;
    }
  };
}

/**
 * The median for each size.
 * @param {Operation} operation
 * @param {Sample[]} [samples]
 */
function measure(operation, samples = plans) {
  for (let run = 0; run < 3; run++) for (const plan of samples) sample(operation, plan);
  const rounds = Array.from({ length: ROUNDS }, () =>
    samples.map((plan) => sample(operation, plan)),
  );
  return samples.map((_, size) => median(rounds.map((round) => round[size] ?? 0)));
}

/**
 * Milliseconds of CPU time of one run; of a short one, the mean of several.
 * @param {Operation} operation
 * @param {Sample} plan
 * @param {number} [runs]
 */
function sample(
  { run, before, after },
  plan,
  runs = Math.max(1, Math.min(50, 20_000 / plan.tasks)),
) {
  let ms = 0;
  for (let number = 0; number < runs; number++) {
    before?.(plan);
    const start = process.cpuUsage();
    const result = run(plan);
    const { user, system } = process.cpuUsage(start);
    ms += (user + system) / 1e3;
    after?.(plan, result);
  }
  return ms / runs;
}

/** What criterion has measured, if it has. */
function nativeFigures() {
  const folder = join(target, 'criterion');
  const names = ['parse', 'validate', 'set status', 'set 50 statuses', 'add', 'delete', 'search'];
  /** @type {Figures[]} */
  const figures = [];
  for (const name of names) {
    const files = SIZES.map((size) => join(folder, name, `${size}`, 'new', 'estimates.json'));
    if (!files.every((file) => existsSync(file))) continue;
    const estimates = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
    figures.push({ name, ms: estimates.map(({ median }) => median.point_estimate / 1e6) });
  }
  return figures;
}

/**
 * A Markdown table; nothing without figures.
 * @param {string} title
 * @param {Figures[]} figures
 * @param {Sample[]} samples
 */
function table(title, figures, samples) {
  if (figures.length === 0) return [];
  const sizes = samples.map(({ tasks }) => `${tasks.toLocaleString('en')} tasks`);
  const megabytes = samples.map(({ bytes }) => bytes.length / 1e6);
  const rows = figures.map(({ name, ms }) => {
    const speeds = ms.map(
      (one, size) => `${shown(one)} (${shown(((megabytes[size] ?? 0) / one) * 1e3)})`,
    );
    const growth = ms.slice(1).map((one, size) => one / (ms[size] ?? 0));
    const over = growth.some((factor) => factor > GROWTH_GOAL) ? ` (over ${GROWTH_GOAL})` : '';
    return [name, ...speeds, growth.map((factor) => factor.toFixed(1)).join(', ') + over];
  });
  const head = [`${title}: ms (MB/s)`, ...sizes, 'growth per tenfold'];
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [...[head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`), ''];
}

/** Parsing by remark-parse and by the core, one after the other, on the same text. */
async function comparison() {
  const plan = plans.find(({ tasks }) => tasks === COMPARED.tasks);
  if (plan === undefined) return [];
  const folder = join(target, 'bench-remark');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const install = [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--save-exact',
  ];
  execFileSync('npm', [...install, ...REMARK], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const entry = join(folder, 'parse.mjs');
  writeFileSync(
    entry,
    "import { unified } from 'unified';\nimport remarkParse from 'remark-parse';\n" +
      'const processor = unified().use(remarkParse);\nexport const parse = (text) => processor.parse(text);\n',
  );
  const { parse } = await import(pathToFileURL(entry).href);
  const text = plan.bytes.toString('utf8');
  /** @type {Operation} */
  const ours = {
    name: 'core',
    run: ({ bytes }) => new core.Plan(bytes),
    after: (_, made) => made.free(),
  };
  parse(text.slice(0, 10_000));
  const theirs = [];
  const own = [];
  for (let run = 0; run < 3; run++) {
    own.push(sample(ours, plan));
    theirs.push(sample({ name: 'remark-parse', run: () => parse(text) }, plan, 1));
  }
  const factor = median(theirs) / median(own);
  if (factor < COMPARED.goal) process.exitCode = 1;
  const verdict =
    factor < COMPARED.goal ? `, LESS THAN THE ${COMPARED.goal} TIMES that are the goal` : '';
  return [
    `Parsing ${COMPARED.tasks.toLocaleString('en')} tasks in one run: core ${shown(median(own))} ms, ` +
      `remark-parse ${shown(median(theirs))} ms, ${factor.toFixed(0)} times as long${verdict}.`,
    '',
    `Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
  ];
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** @param {number} number */
function shown(number) {
  return number >= 100 ? number.toFixed(0) : number.toPrecision(3);
}
