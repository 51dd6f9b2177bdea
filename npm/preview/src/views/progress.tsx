/** How far the plan is: numbers, a burn-up from the history, sections, and who finished what. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type BurnUp, burnUp } from '../plan/burn-up.ts';
import { isLate } from '../plan/filters.ts';
import { loadOlder } from '../state/live.ts';
import { log, model, quickCounts, today } from '../state/store.ts';
import { BurnUpChart, BurnUpTable } from '../ui/burn-up-chart.tsx';
import { Avatar, Disc, Icon, Stack } from '../ui/parts.tsx';
import { daysBetween, monthName, plural } from '../words/dates.ts';
import { isAgent } from '../words/people.ts';

/** More pages of history than these are not drawn. */
const MOST_PAGES = 40;

export function Progress() {
  const plan = model.value;
  const [isTable, setTable] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void (async () => {
      for (let page = 0; isOpen && page < MOST_PAGES; page++) if (!(await loadOlder())) return;
    })();
    return () => {
      isOpen = false;
    };
  }, [plan?.planId]);
  const data = useMemo(
    () => (plan ? burnUp(plan.outline.tasks, log.value, today.value) : undefined),
    [plan, log.value, today.value],
  );
  if (!plan || !data) return null;
  return (
    <div class="scroll prog-scroll" tabIndex={0} role="region" aria-label="Progress">
      <div class="prog">
        <Tiles data={data} />
        <section aria-labelledby="burn-up">
          <div class="chart-h">
            <h2 id="burn-up">Done over time</h2>
            <p>{forecast(data)}</p>
            <span class="grow" />
            <button type="button" class="btn tiny ghost" onClick={() => setTable(!isTable)}>
              {isTable ? 'Show as chart' : 'Show as table'}
            </button>
          </div>
          {isTable ? <BurnUpTable data={data} /> : <BurnUpChart data={data} />}
        </section>
        <div class="two">
          <Sections />
          <Finished data={data} />
        </div>
      </div>
    </div>
  );
}

function forecast({ pace, end }: BurnUp): string {
  if (pace === undefined)
    return 'A forecast appears once five tasks were finished within four weeks.';
  const words = `${pace.toFixed(1)} tasks a week over the last 4 weeks.`;
  if (end === undefined) return words;
  return `${words} If nothing is added, everything is done around ${Number(end.slice(8))} ${monthName(end)}.`;
}

function Tiles({ data }: { data: BurnUp }) {
  const tasks = model.value?.outline.tasks ?? [];
  const open = tasks.filter(({ status }) => status !== 'done');
  const late = open.filter((task) => isLate(task, today.value));
  const oldest = late.map(({ due = '' }) => due).sort()[0];
  const blocked = open.filter(({ state }) => state === 'blocked').length;
  const doing = open.filter(({ status }) => status === 'doing');
  const names = [...new Set(doing.flatMap(({ assignee }) => assignee ?? []))];
  const agents = names.filter(isAgent).length;
  const people = names.length - agents;
  const workers = [
    agents > 0 && plural(agents, 'agent'),
    people > 0 && plural(people, 'person', 'people'),
  ];
  const lateBy =
    oldest === undefined
      ? 'nothing is late'
      : `oldest by ${plural(daysBetween(oldest, today.value), 'day')}`;
  return (
    <dl class="tiles">
      <Tile
        icon={<Disc kind="done" />}
        name="Done"
        foot={`${data.finishedLastWeek} in the last 7 days`}
      >
        {tasks.length - open.length} <small>of {tasks.length}</small>
      </Tile>
      <Tile
        icon={<Disc kind="doing" />}
        name="In progress"
        foot={workers.filter(Boolean).join(', ') || 'no one'}
      >
        {quickCounts.value.doing}
      </Tile>
      <Tile icon={<Icon name="clock" class="late" />} name="Overdue" foot={lateBy}>
        {late.length}
      </Tile>
      <Tile
        icon={<Disc kind="blocked" />}
        name="Blocked"
        foot={blocked === 0 ? 'nothing is stuck' : 'by something outside'}
      >
        {blocked}
      </Tile>
      <Tile icon={<Disc kind="todo" />} name="Ready" foot="nothing in the way">
        {quickCounts.value.ready}
      </Tile>
    </dl>
  );
}

interface TileProps {
  icon: ComponentChildren;
  name: string;
  foot: string;
  children: ComponentChildren;
}

function Tile({ icon, name, foot, children }: TileProps) {
  return (
    <div class="tile">
      <dt>
        {icon}
        {name}
      </dt>
      <dd>{children}</dd>
      <dd class="foot">{foot}</dd>
    </div>
  );
}

/** More sections than these are not listed. */
const MOST_SECTIONS = 200;

function Sections() {
  const plan = model.value;
  const late = useMemo(() => {
    const counts = new Map<number, number>();
    for (const task of plan?.outline.tasks ?? []) {
      if (!isLate(task, today.value)) continue;
      for (let at = task.section; at !== undefined; at = plan?.outline.sections[at]?.parent) {
        counts.set(at, (counts.get(at) ?? 0) + 1);
      }
    }
    return counts;
  }, [plan, today.value]);
  if (!plan) return null;
  const rows = plan.outline.sections.flatMap(({ name, level }, index) =>
    level < 2 ? [] : [{ name, level, index }],
  );
  return (
    <section aria-labelledby="by-section">
      <h2 id="by-section">By section</h2>
      <table class="tab">
        <thead>
          <tr>
            <th scope="col">Section</th>
            <th scope="col" class="bar-cell">
              <span class="vh">Share done</span>
            </th>
            <th scope="col" class="r">
              Done
            </th>
            <th scope="col" class="r">
              In progress
            </th>
            <th scope="col" class="r">
              Overdue
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_SECTIONS).map(({ name, level, index }) => {
            const { done = 0, doing = 0, total = 0 } = plan.progress[index] ?? {};
            const lateHere = late.get(index) ?? 0;
            return (
              <tr key={index}>
                <th scope="row" style={{ '--depth': level - 2 }}>
                  {name}
                </th>
                <td>
                  <Stack done={done} doing={doing} total={total} />
                </td>
                <td class="r">
                  {done}/{total}
                </td>
                <td class="r">{doing || '–'}</td>
                <td class={`r ${lateHere > 0 ? 'late' : ''}`}>{lateHere || '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Finished({ data: { finished } }: { data: BurnUp }) {
  const most = Math.max(1, ...finished.map(({ count }) => count));
  return (
    <section aria-labelledby="by-who">
      <h2 id="by-who">Finished in the last 7 days</h2>
      {finished.length === 0 ? (
        <p class="w-meta">Nothing yet.</p>
      ) : (
        <table class="tab">
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">
                <span class="vh">Share</span>
              </th>
              <th scope="col" class="r">
                Tasks
              </th>
            </tr>
          </thead>
          <tbody>
            {finished.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row">
                  <span class="who">
                    <Avatar name={name} />
                    {name}
                  </span>
                </th>
                <td class="bar-cell">
                  <span
                    class={`hbar ${isAgent(name) ? 'ag' : ''}`}
                    style={{ '--w': `${(count / most) * 100}%` }}
                  />
                </td>
                <td class="r">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
