/** Small components that views share. */
import type { Task } from 'long-term-plan-core/slim';
import type { ComponentChildren } from 'preact';
import { claimOf, fresh, model, now, source, today } from '../state/store.ts';
import { ago, dueTone, dueWords, duration, fullTime, isDay, longDate } from '../words/dates.ts';
import { type DiscKind, discOf, labelOf, PRIORITIES } from '../words/labels.ts';
import { hueOf, isAgent, lettersOf } from '../words/people.ts';
import type { IconName } from './icons.ts';

export function Icon({
  name,
  class: extra = '',
  label,
}: {
  name: IconName;
  class?: string;
  label?: string;
}) {
  const said =
    label === undefined
      ? { 'aria-hidden': true as const }
      : { role: 'img' as const, 'aria-label': label };
  return (
    <svg class={`i ${extra}`} {...said}>
      <use href={`#i-${name}`} />
    </svg>
  );
}

export function Disc({ kind, label }: { kind: DiscKind; label?: string }) {
  return <Icon name={kind} class={`st-${kind}`} {...(label !== undefined && { label })} />;
}

/** The disc of a task, named if nothing next to it says the status. */
export function TaskDisc({ task, isNamed = false }: { task: Task; isNamed?: boolean }) {
  const kind = kindOf(task);
  return <Disc kind={kind} {...(isNamed && { label: labelOf(kind) })} />;
}

export function kindOf(task: Task): DiscKind {
  const plan = model.value;
  const blockers = plan?.relations.blockedBy[plan.indexOf.get(task.id) ?? -1] ?? [];
  return discOf(task, blockers.length > 0);
}

export function Avatar({
  name,
  size = '',
  dot = '',
}: {
  name: string;
  size?: string;
  dot?: string;
}) {
  const kind = isAgent(name) ? 'agent' : 'person';
  return (
    <span
      class={`av av-${hueOf(name)} ${kind} ${size}`}
      data-l={lettersOf(name)}
      aria-hidden="true"
    >
      {dot && <i class={`dot ${dot}`} />}
    </span>
  );
}

/** From the top, clockwise. */
const RING = 'M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12';

export function Ring({ done, total }: { done: number; total: number }) {
  const share = total === 0 ? 0 : (done / total) * 100;
  return (
    <svg class="ring" viewBox="0 0 16 16" aria-hidden="true">
      <path d={RING} />
      <path class="on" d={RING} pathLength={100} stroke-dasharray={`${share} 100`} />
    </svg>
  );
}

/** A bar of what is done and what is in progress. */
export function Stack({ done, doing, total }: { done: number; doing: number; total: number }) {
  const share = (count: number) => ({ '--w': `${total === 0 ? 0 : (count / total) * 100}%` });
  return (
    <span class="stack" role="img" aria-label={`${done} of ${total} done, ${doing} in progress`}>
      <i class="s-done" style={share(done)} />
      {doing > 0 && <i class="s-doing" style={share(doing)} />}
    </span>
  );
}

export function Due({ task }: { task: Task }) {
  if (task.due === undefined || task.status === 'done') return null;
  return (
    <time
      class={`due ${dueTone(task.due, today.value)}`}
      dateTime={task.due}
      title={isDay(task.due) ? longDate(task.due) : task.due}
    >
      {dueWords(task.due, today.value)}
    </time>
  );
}

/** A file can contain any word there. */
const isPriority = (word: string | undefined): word is (typeof PRIORITIES)[number] =>
  PRIORITIES.some((known) => known === word);

export function Priority({ task }: { task: Task }) {
  if (!isPriority(task.priority) || task.status === 'done') return null;
  return (
    <Icon
      name={task.priority}
      class={`pr-${task.priority}`}
      label={`${labelOf(task.priority)} priority`}
    />
  );
}

export function priorityIcon(priority: string | undefined): IconName {
  return isPriority(priority) ? priority : 'noprio';
}

/** A holder that made no call for a third of its lease. */
const QUIET_MS = 10 * 60_000;
export const LEASE_MS = 30 * 60_000;

export interface Presence {
  isLive: boolean;
  isQuiet: boolean;
  lastSeen: number;
}

export function presenceOf(taskId: string): Presence | undefined {
  const claim = claimOf.value.get(taskId);
  if (claim === undefined) return undefined;
  const lastSeen = Date.parse(claim.lastSeen);
  const isQuiet = claim.expired === true || now.value - lastSeen > QUIET_MS;
  return { isLive: !isQuiet, isQuiet, lastSeen };
}

export function Who({ task, parent }: { task: Task; parent?: Task | undefined }) {
  const holder = claimOf.value.get(task.id)?.by;
  const name = holder ?? task.assignee;
  if (name === undefined) return null;
  const presence = holder === undefined || !isAgent(name) ? undefined : presenceOf(task.id);
  if (presence && task.status !== 'done') {
    return (
      <span class={`who live ${presence.isQuiet ? 'quiet' : ''}`}>
        <Avatar name={name} dot={presence.isQuiet ? 'warn' : 'on'} />
        <span class="cut">{name}</span>
      </span>
    );
  }
  const isSame = parent !== undefined && parent.assignee === name;
  return (
    <span class={`who ${isSame ? 'same' : ''}`} title={name}>
      <Avatar name={name} />
      <span class={isSame ? 'vh' : 'cut'}>{name}</span>
    </span>
  );
}

/** The first line of the note that came last: why a task is blocked. */
export function reasonOf({ state, body }: Task): string {
  if (state !== 'blocked' || body === undefined) return '';
  const last =
    body.markdown
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  return (
    last
      .split('\n', 1)[0]
      ?.replace(/[*_`>#]/g, '')
      .trim() ?? ''
  );
}

/** What is shown right after the title. */
export function Chips({
  task,
  index,
  withTags = true,
}: {
  task: Task;
  index: number;
  withTags?: boolean;
}) {
  const plan = model.value;
  if (!plan) return null;
  const total = plan.children[index]?.length ?? 0;
  const done = plan.relations.childrenDone[index] ?? 0;
  const news = fresh.value.get(task.id);
  const presence = task.status === 'done' ? undefined : presenceOf(task.id);
  return (
    <>
      {total > 0 && (
        <span class="chip frac" title={`${done} of ${total} subtasks done`}>
          <Ring done={done} total={total} />
          <span>
            {done}/{total}
          </span>
        </span>
      )}
      {task.status !== 'done' && <BlockedChip task={task} index={index} />}
      {presence?.isQuiet && (
        <span class="chip warn">Inactive for {duration(now.value - presence.lastSeen)}</span>
      )}
      {withTags && task.tags && (
        <span class="tags">
          {task.tags.map((tag) => (
            <span class="tag" key={tag}>
              {tag}
            </span>
          ))}
        </span>
      )}
      {news && now.value - news.at < 60_000 && <span class="chip said">{news.words}</span>}
    </>
  );
}

export function BlockedChip({ task, index }: { task: Task; index: number }) {
  const plan = model.value;
  const blockers = (plan?.relations.blockedBy[index] ?? []).map(
    (at) => plan?.outline.tasks[at]?.title ?? '',
  );
  if (task.state === 'blocked') {
    const reason = reasonOf(task);
    return (
      <span class="chip bad" title={reason}>
        <span class="cut">{reason === '' ? 'Blocked' : `Blocked: ${reason}`}</span>
      </span>
    );
  }
  if (task.state === 'deferred') return <span class="chip">Deferred</span>;
  if (blockers.length === 0 || task.status === 'doing') return null;
  return (
    <span class="chip wait" title={`Blocked by ${blockers.join(', ')}`}>
      <Icon name="dependency" />
      <span class="cut">Blocked by {blockers.length === 1 ? blockers[0] : blockers.length}</span>
    </span>
  );
}

export function When({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {ago(at, now.value)}
    </time>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys as they are named on this machine. */
export function Keys({ keys }: { keys: string }) {
  const names = keys
    .split('+')
    .map((key) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : (KEY_NAMES[key] ?? key)));
  return (
    <>
      {names.map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </>
  );
}

const KEY_NAMES: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Delete: 'Del',
  Escape: 'Esc',
};

export function IconButton(props: {
  icon: IconName;
  label: string;
  class?: string;
  onClick(event: MouseEvent & { currentTarget: HTMLElement }): void;
  keys?: string;
  isPressed?: boolean;
  tabIndex?: number;
  expands?: boolean;
}) {
  const { icon, label, onClick, keys, isPressed, tabIndex, expands } = props;
  return (
    <button
      type="button"
      class={`ib ${props.class ?? ''}`}
      aria-label={label}
      title={label}
      {...(keys !== undefined && { 'aria-keyshortcuts': ariaKeys(keys) })}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      {...(tabIndex !== undefined && { tabIndex })}
      {...(expands && { 'aria-haspopup': 'dialog' as const })}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

export const ariaKeys = (keys: string): string => keys.replace('Mod', isMac ? 'Meta' : 'Control');

/** What a live connection says. */
export function Connection({ isOn, waits }: { isOn: boolean; waits: number }) {
  const words = isOn
    ? 'Live'
    : waits > 0
      ? `Offline. ${waits} ${waits === 1 ? 'change waits.' : 'changes wait.'}`
      : 'Reconnecting…';
  return (
    <span class="live-tag">
      <i class={`dot ${isOn ? 'on' : 'warn'}`} />
      {source.value?.readOnly && isOn ? 'Live, read-only' : words}
    </span>
  );
}

/** The parts of a text that contain a searched word, marked. */
export function Marked({ text, query }: { text: string; query: string }): ComponentChildren {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return text;
  const parts: ComponentChildren[] = [];
  let from = 0;
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}
