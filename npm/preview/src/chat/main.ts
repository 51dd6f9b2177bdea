/** The plan in the chat: an MCP App that shows what a tool listed, and ticks tasks where the host allows it. */
import { Bridge, type Host, type HostContext, type ToolResult } from './bridge.ts';
import { type Row, type Shown, shownOf } from './rows.ts';
import { showProblem, showTasks } from './view.ts';

const root = document.getElementById('tasks') as HTMLElement;
/** The names of the tools that the server lists; it fills them in. */
const listed: string[] = JSON.parse(root.dataset.tools ?? '[]');
/** The tools are listed with underscores or with dots. */
const update = listed.find((name) => /^task[_.]update$/.test(name));

let host: Host = { capabilities: {}, context: {} };
let args: Record<string, unknown> = {};
let shown: Shown | undefined;
/** Whether rows of a further page were added. */
let hasPages = false;

const bridge = new Bridge(window.parent, {
  onInput: (given) => {
    args = given;
  },
  onResult: (result) => show(result),
  onContext: applyContext,
});

bridge.connect().then((connected) => {
  host = connected;
  applyContext(connected.context);
  render();
});

new ResizeObserver(() => {
  const { scrollHeight: height, scrollWidth: width } = document.documentElement;
  bridge.notify('ui/notifications/size-changed', { width, height });
}).observe(root);

function applyContext(context: HostContext): void {
  host = { ...host, context: { ...host.context, ...context } };
  if (context.theme) document.documentElement.style.colorScheme = context.theme;
}

function show(result: ToolResult): void {
  const next = result.isError ? undefined : shownOf(result.structuredContent ?? {}, args);
  shown = next ?? shown;
  if (next) render();
  else showProblem(root, textOf(result));
}

function render(): void {
  if (shown === undefined) return;
  const canCall = host.capabilities.serverTools !== undefined;
  const { nextCursor } = shown;
  showTasks(root, shown, {
    tick: canCall && update !== undefined ? (row, isDone) => tick(update, row, isDone) : undefined,
    showMore:
      canCall && tool() && nextCursor !== undefined ? () => showMore(nextCursor) : undefined,
  });
}

/** The tool whose result is shown. */
const tool = () => host.context.toolInfo?.tool.name;

async function tick(name: string, row: Row, isDone: boolean): Promise<void> {
  const { planId, id: taskId } = row;
  const status = isDone ? 'done' : 'todo';
  const failure = await failureOf(() => bridge.callTool(name, { planId, taskId, status }));
  if (failure === undefined) {
    row.status = status;
    await refresh();
    if (host.capabilities.updateModelContext) {
      bridge
        .informModel(`The user set task ${taskId} of plan ${planId} to ${status}.`)
        .catch(() => {});
    }
  }
  render();
  if (failure !== undefined) showProblem(root, failure);
}

/** The same call again: other tasks may have changed, too. It would drop further pages. */
async function refresh(): Promise<void> {
  const name = tool();
  if (name === undefined || hasPages) return;
  const result = await bridge.callTool(name, args).catch(() => undefined);
  const next = result && !result.isError && shownOf(result.structuredContent ?? {}, args);
  if (next) shown = next;
}

async function showMore(cursor: string): Promise<void> {
  const name = tool();
  if (name === undefined || shown === undefined) return;
  const before = shown;
  const failure = await failureOf(async () => {
    const result = await bridge.callTool(name, { ...args, cursor });
    const next = result.isError ? undefined : shownOf(result.structuredContent ?? {}, args);
    if (next) shown = { ...next, rows: [...before.rows, ...next.rows] };
    hasPages ||= next !== undefined;
    return result;
  });
  render();
  if (failure !== undefined) showProblem(root, failure);
}

async function failureOf(call: () => Promise<ToolResult>): Promise<string | undefined> {
  try {
    const result = await call();
    return result.isError ? textOf(result) : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function textOf({ content = [] }: ToolResult): string {
  return content.map(({ text = '' }) => text).join('\n') || 'There is nothing to show.';
}
