/** The plan's own description, and how far it is. */
import { useMemo } from 'preact/hooks';
import { isLate } from '../plan/filters.ts';
import { model, quickCounts, today, tools } from '../state/store.ts';
import { shortDate } from '../words/dates.ts';
import { Stack } from './parts.tsx';

export function About() {
  const plan = model.value;
  const markdown = plan?.outline.body?.markdown ?? '';
  const html = useMemo(() => tools.value?.htmlOf(markdown) ?? '', [markdown]);
  const facts = useMemo(() => {
    const tasks = plan?.outline.tasks ?? [];
    const open = tasks.filter(({ status }) => status !== 'done');
    const last = open
      .map(({ due = '' }) => due)
      .sort()
      .at(-1);
    return { late: open.filter((task) => isLate(task, today.value)).length, last };
  }, [plan, today.value]);
  if (!plan) return null;
  const { stats } = plan.outline;
  return (
    <div class="about">
      {/* The core escapes all HTML of a body. */}
      {markdown !== '' && <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />}
      {stats.total > 0 && (
        <div class="facts">
          <Stack done={stats.done} doing={stats.doing} total={stats.total} />
          <span>
            <b>{stats.done}</b> of {stats.total} done
          </span>
          {quickCounts.value.doing > 0 && (
            <span>
              <b>{quickCounts.value.doing}</b> in progress
            </span>
          )}
          {facts.late > 0 && (
            <span class="late">
              <b>{facts.late}</b> late
            </span>
          )}
          {facts.last && (
            <span>
              last due <b>{shortDate(facts.last, today.value)}</b>
            </span>
          )}
        </div>
      )}
    </div>
  );
}
