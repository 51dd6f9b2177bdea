/** Who is at work, what needs the user, and what just changed. */
import type { Task } from 'long-term-plan-core/slim';
import { isLate } from '../plan/filters.ts';
import { openTaskById, showRail } from '../state/navigation.ts';
import { claims, log, me, model, now, today } from '../state/store.ts';
import { ago, dueWords, duration, since } from '../words/dates.ts';
import { isAgent } from '../words/people.ts';
import { EntryLine } from './entry.tsx';
import { Avatar, LEASE_MS, presenceOf, reasonOf, TaskDisc } from './parts.tsx';
import { RailHead } from './rail.tsx';

export interface Worker {
  name: string;
  task: Task;
  others: number;
  since: number | undefined;
}

/** Those who hold a task, and those whose task is in progress; one line for each. */
export function workersOf(tasks: readonly Task[]): Worker[] {
  const found = new Map<string, Worker>();
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const add = (name: string, task: Task, from: number | undefined) => {
    const known = found.get(name);
    if (known === undefined) found.set(name, { name, task, others: 0, since: from });
    else if (known.task.id !== task.id) known.others++;
  };
  for (const { taskId, by, since: from } of claims.value.toReversed()) {
    const task = byId.get(taskId);
    if (task) add(by, task, Date.parse(from));
  }
  const claimed = new Set(claims.value.map(({ taskId }) => taskId));
  for (const task of tasks) {
    if (task.status !== 'doing' || task.assignee === undefined || claimed.has(task.id)) continue;
    add(task.assignee, task, startedAt(task.id));
  }
  return [...found.values()].sort(
    (one, other) => Number(isAgent(other.name)) - Number(isAgent(one.name)),
  );
}

const startedAt = (taskId: string): number | undefined =>
  log.value.find(({ parts }) =>
    parts.some((part) => part.taskId === taskId && part.field === 'status' && part.to === 'doing'),
  )?.at;

export function Now() {
  const plan = model.value;
  const tasks = plan?.outline.tasks ?? [];
  const workers = workersOf(tasks);
  const open = tasks.filter(({ status }) => status !== 'done');
  const blocked = open.filter(({ state }) => state === 'blocked');
  const mine = open.filter(
    (task) => isLate(task, today.value) && task.assignee === me.value && !blocked.includes(task),
  );
  const needs = [...blocked, ...mine];
  return (
    <aside class="rail sheet" aria-label="Now" tabIndex={-1}>
      <RailHead title="Now" withLive />
      <div class="rail-body scroll">
        <section>
          <h3>At work</h3>
          {workers.length === 0 ? (
            <p class="w-meta">No one has a task in progress.</p>
          ) : (
            <ul>
              {workers.map((worker) => (
                <WorkerLine
                  key={worker.name}
                  worker={worker}
                  meta={placeOf(worker.task)}
                  open={() => openTaskById(worker.task.id)}
                />
              ))}
            </ul>
          )}
        </section>
        {needs.length > 0 && (
          <section>
            <h3>
              Needs you <span class="badge bad">{needs.length}</span>
            </h3>
            <ul class="needs">
              {needs.slice(0, 8).map((task) => (
                <li key={task.id}>
                  <TaskDisc task={task} isNamed />
                  <div>
                    <button type="button" class="tl-link" onClick={() => openTaskById(task.id)}>
                      {task.title}
                    </button>
                    <NeedWords task={task} />
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
        {log.value.length > 0 && (
          <section>
            <h3>
              Just changed
              <button type="button" class="link h-link" onClick={() => showRail('activity')}>
                All activity
              </button>
            </h3>
            <ul class="log small">
              {log.value.slice(0, 5).map((entry) => (
                <EntryLine key={entry.changeId} entry={entry} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </aside>
  );
}

function placeOf(task: Task): string {
  const plan = model.value;
  const section = plan?.outline.sections[task.section ?? -1]?.name;
  const parent = plan?.outline.tasks[task.parent ?? -1]?.title;
  return [section, parent].filter(Boolean).join(' › ');
}

export function WorkerLine({ worker, meta, open }: { worker: Worker; meta: string; open(): void }) {
  const { name, task, others, since: from } = worker;
  const presence = isAgent(name) ? presenceOf(task.id) : undefined;
  const inactive = presence?.isQuiet ? now.value - presence.lastSeen : undefined;
  const parts = [
    meta,
    from !== undefined && `since ${since(from, now.value)}`,
    inactive !== undefined &&
      inactive < LEASE_MS &&
      `free again in ${duration(LEASE_MS - inactive)}`,
  ].filter(Boolean);
  return (
    <li class={`worker ${presence?.isQuiet ? 'quiet' : ''}`}>
      <Avatar name={name} size="l" dot={presence ? (presence.isQuiet ? 'warn' : 'on') : ''} />
      <div>
        <p class="w-name">
          <b>{name}</b>
          {name === me.value && <span class="you">you</span>}
          {presence && (
            <span class="w-sign">
              {presence.isQuiet
                ? `Inactive for ${duration(now.value - presence.lastSeen)}`
                : `Active ${ago(presence.lastSeen, now.value)}`}
            </span>
          )}
        </p>
        <p class="w-task">
          <button type="button" class="tl-link" onClick={open}>
            {task.title}
          </button>
          {others > 0 && <span class="you">and {others} more</span>}
        </p>
        <p class="w-meta">{parts.join(' · ')}</p>
      </div>
    </li>
  );
}

function NeedWords({ task }: { task: Task }) {
  const plan = model.value;
  const index = plan?.indexOf.get(task.id) ?? -1;
  if (task.state === 'blocked') {
    const entry = log.value.find(({ parts }) =>
      parts.some(
        (part) => part.taskId === task.id && part.field === 'state' && part.to === 'blocked',
      ),
    );
    const who = entry
      ? `${entry.by || 'Someone'}, ${ago(entry.at, now.value)}`
      : (task.assignee ?? '');
    const reason = reasonOf(task);
    return (
      <p class="w-meta">{[who, reason && `“${reason}”`].filter(Boolean).join(': ') || 'Blocked'}</p>
    );
  }
  const blocks = (plan?.relations.dependants[index] ?? []).map(
    (at) => plan?.outline.tasks[at]?.title,
  );
  return (
    <p class="w-meta">
      <span class="late">{dueWords(task.due ?? '', today.value)}</span>
      {blocks.length > 0 && ` · blocks ${blocks.slice(0, 2).join(', ')}`}
    </p>
  );
}
