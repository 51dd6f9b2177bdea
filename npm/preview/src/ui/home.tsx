/** All plans: how far each is, what is in progress, what is overdue. */
import type { Task } from 'long-term-plan-core/slim';
import { useEffect, useState } from 'preact/hooks';
import { isLate } from '../plan/filters.ts';
import { entryOf, type LoggedChange } from '../plan/log.ts';
import { HOME, writeAddress } from '../state/address.ts';
import { go, showPlan } from '../state/navigation.ts';
import { openPopup } from '../state/popups.ts';
import {
  type Claim,
  dialog,
  isLive,
  me,
  now,
  plans,
  source,
  today,
  tools,
  waiting,
} from '../state/store.ts';
import { ago, dueWords, plural, shortDate, since } from '../words/dates.ts';
import { isAgent } from '../words/people.ts';
import { EmptyProject } from './empty.tsx';
import { FindButton } from './header.tsx';
import { Avatar, Connection, Icon, IconButton, Stack, TaskDisc } from './parts.tsx';

interface PlanCardData {
  planId: string;
  title: string;
  error?: string;
  description: string;
  tasks: readonly Task[];
  changedAt?: number;
}

/** Plans whose tasks are read; more are listed by name. */
const MOST_READ = 40;

async function readPlan({
  planId,
  title,
  error,
}: {
  planId: string;
  title: string;
  error?: string;
}): Promise<PlanCardData> {
  const [from, given] = [source.value, tools.value];
  const base = { planId, title, description: '', tasks: [], ...(error !== undefined && { error }) };
  if (!from || !given) return base;
  try {
    const [text, logged] = await Promise.all([
      from.read(planId),
      from.call<{ changes: LoggedChange[] }>('plan_log', { planId, limit: 1 }),
    ]);
    if (text === undefined) return base;
    const outline = given.functions.parse(text);
    const [last] = 'result' in logged ? logged.result.changes.map(entryOf) : [];
    return {
      ...base,
      title: outline.title ?? title,
      description: outline.body?.markdown.split(/\n\s*\n/, 1)[0] ?? '',
      tasks: outline.tasks,
      ...(last && { changedAt: last.at }),
    };
  } catch {
    return base;
  }
}

export function Home() {
  const [cards, setCards] = useState<PlanCardData[]>();
  const [claims, setClaims] = useState<Claim[]>([]);
  const [showsDone, setShowsDone] = useState(false);
  const listed = plans.value;
  useEffect(() => {
    if (!listed) return;
    let isOpen = true;
    void Promise.all(listed.slice(0, MOST_READ).map(readPlan)).then((read) => {
      if (isOpen)
        setCards([
          ...read,
          ...listed.slice(MOST_READ).map((entry) => ({ ...entry, description: '', tasks: [] })),
        ]);
    });
    void source.value?.call<{ claims: Claim[] }>('plan_claims', { planId: '*' }).then(
      (reply) => isOpen && 'result' in reply && setClaims(reply.result.claims),
      () => {},
    );
    return () => {
      isOpen = false;
    };
  }, [listed]);
  if (!listed) return <main class="main" id="main" />;
  if (listed.length === 0) return <EmptyProject />;
  const all = cards ?? [];
  const isFinished = ({ tasks }: PlanCardData) =>
    tasks.length > 0 && tasks.every(({ status }) => status === 'done');
  const active = all.filter((card) => !isFinished(card));
  const finished = all.filter(isFinished);
  const doing = all.flatMap(({ planId, title, tasks }) =>
    tasks.filter(({ status }) => status === 'doing').map((task) => ({ planId, title, task })),
  );
  const late = all
    .flatMap(({ planId, title, tasks }) =>
      tasks.filter((task) => isLate(task, today.value)).map((task) => ({ planId, title, task })),
    )
    .sort((one, other) => ((one.task.due ?? '') < (other.task.due ?? '') ? -1 : 1));
  return (
    <>
      <header class="top">
        <span class="brand">
          <Icon name="logo" />
          {source.value?.project}
        </span>
        <span class="path">{source.value?.place}</span>
        <span class="grow" />
        <FindButton />
        <IconButton
          class="more"
          icon="more"
          label="More"
          expands
          onClick={(event) => openPopup('more', [], event.currentTarget)}
        />
      </header>
      <main class="main scroll homeview" id="main" tabIndex={-1}>
        <div class="home-in">
          <div class="home-h">
            <div>
              <h1>Plans</h1>
              <p>
                {[
                  plural(listed.length, 'plan'),
                  `${plural(doing.length, 'task')} in progress`,
                  `${late.length} late`,
                ].join(' · ')}
              </p>
            </div>
            <span class="grow" />
            {!source.value?.readOnly && (
              <button
                type="button"
                class="btn primary"
                onClick={() => {
                  dialog.value = 'new-plan';
                }}
              >
                <Icon name="plus" />
                New plan
              </button>
            )}
          </div>
          <div class="plans">
            {active.map((card) => (
              <PlanCard key={card.planId} card={card} claims={claims} />
            ))}
            {showsDone &&
              finished.map((card) => <PlanCard key={card.planId} card={card} claims={claims} />)}
            {finished.length > 0 && (
              <button type="button" class="btn ghost wide" onClick={() => setShowsDone(!showsDone)}>
                {showsDone ? 'Hide' : 'Show'} {plural(finished.length, 'finished plan')}
              </button>
            )}
          </div>
          <div class="side">
            <section class="sheet" aria-labelledby="home-doing">
              <h2 id="home-doing">
                In progress <Connection isOn={isLive.value} waits={waiting.value} />
              </h2>
              {doing.length === 0 && <p class="w-meta">Nothing is in progress.</p>}
              <ul>
                {doing.slice(0, 8).map(({ planId, title, task }) => (
                  <HomeWorker
                    key={`${planId} ${task.id}`}
                    planId={planId}
                    plan={title}
                    task={task}
                    claim={claims.find((claim) => claim.taskId === task.id)}
                  />
                ))}
              </ul>
            </section>
            <section class="sheet" aria-labelledby="home-late">
              <h2 id="home-late">
                Overdue {late.length > 0 && <span class="badge bad">{late.length}</span>}
              </h2>
              {late.length === 0 && <p class="w-meta">Nothing is late.</p>}
              <ul class="late-l">
                {late.slice(0, 10).map(({ planId, title, task }) => (
                  <li key={`${planId} ${task.id}`}>
                    <TaskDisc task={task} isNamed />
                    <TaskLink planId={planId} task={task} />
                    <span class="due late">{dueWords(task.due ?? '', today.value)}</span>
                    <span class="w-meta">
                      {title} · {task.assignee ?? 'no one'}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </div>
      </main>
    </>
  );
}

function TaskLink({ planId, task }: { planId: string; task: Task }) {
  return (
    <a
      class="tl-link cut"
      href={writeAddress({ ...HOME, planId, taskId: task.id })}
      onClick={(event) => {
        event.preventDefault();
        go({ ...HOME, planId, taskId: task.id });
      }}
    >
      {task.title}
    </a>
  );
}

function HomeWorker({
  planId,
  plan,
  task,
  claim,
}: {
  planId: string;
  plan: string;
  task: Task;
  claim: Claim | undefined;
}) {
  const name = claim?.by ?? task.assignee ?? 'no one';
  const seen = claim && isAgent(name) ? Date.parse(claim.lastSeen) : undefined;
  const isQuiet = claim?.expired === true || (seen !== undefined && now.value - seen > 600_000);
  return (
    <li class={`worker ${isQuiet ? 'quiet' : ''}`}>
      <Avatar name={name} size="l" dot={seen === undefined ? '' : isQuiet ? 'warn' : 'on'} />
      <div>
        <p class="w-name">
          <b>{name}</b>
          {name === me.value && <span class="you">you</span>}
          {seen !== undefined && (
            <span class="w-sign">
              {isQuiet
                ? `Inactive since ${since(seen, now.value)}`
                : `Active ${ago(seen, now.value)}`}
            </span>
          )}
        </p>
        <p class="w-task">
          <TaskLink planId={planId} task={task} />
        </p>
        <p class="w-meta">
          {plan}
          {claim && ` · since ${since(Date.parse(claim.since), now.value)}`}
        </p>
      </div>
    </li>
  );
}

function PlanCard({ card, claims }: { card: PlanCardData; claims: readonly Claim[] }) {
  const { planId, title, description, tasks, changedAt, error } = card;
  const open = tasks.filter(({ status }) => status !== 'done');
  const doing = open.filter(({ status }) => status === 'doing');
  const late = open.filter((task) => isLate(task, today.value));
  const blocked = open.filter(({ state }) => state === 'blocked');
  const due = open
    .flatMap(({ due }) => due ?? [])
    .filter((day) => day >= today.value)
    .sort();
  const holder = (task: Task) =>
    claims.find((claim) => claim.taskId === task.id)?.by ?? task.assignee;
  const names = [...new Set(doing.flatMap((task) => holder(task) ?? []))];
  const [next] = due;
  return (
    <article class="plan-card sheet">
      <div class="pc-top">
        <h2>
          <a
            href={writeAddress({ ...HOME, planId })}
            onClick={(event) => {
              event.preventDefault();
              showPlan(planId);
            }}
          >
            {title}
          </a>
        </h2>
        {changedAt !== undefined && <span class="when-l">changed {ago(changedAt, now.value)}</span>}
      </div>
      {description !== '' && <p class="desc">{description}</p>}
      {error !== undefined && <p class="late">{error}</p>}
      <div class="pc-bar">
        <Stack done={tasks.length - open.length} doing={doing.length} total={tasks.length} />
        <span class="num">
          {tasks.length - open.length} of {tasks.length}
        </span>
      </div>
      <div class="pc-facts">
        {names.length > 0 ? (
          <>
            <span class="avs">
              {names.map((name) => (
                <Avatar key={name} name={name} />
              ))}
            </span>
            <span>{doing.length} in progress</span>
          </>
        ) : (
          <span>No one is working on this</span>
        )}
        {late.length > 0 && <span class="late">{late.length} late</span>}
        {blocked.length > 0 && <span>{blocked.length} blocked</span>}
        {next === undefined ? (
          <span>no due dates</span>
        ) : dueWords(next, today.value).startsWith('in ') ||
          next <= today.value ||
          dueWords(next, today.value) === 'tomorrow' ? (
          <span>next due {dueWords(next, today.value)}</span>
        ) : (
          <span>last due {shortDate(due.at(-1) ?? next, today.value)}</span>
        )}
      </div>
    </article>
  );
}
