/** Due dates on an axis: each bar ends on the due date and is as long as the estimate. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { timelineOf } from '../plan/bars.ts';
import { showView } from '../state/navigation.ts';
import { active, found, model, openTask, today } from '../state/store.ts';
import { NothingFound } from '../ui/nothing.tsx';
import { Segments } from '../ui/segments.tsx';
import { Axis, SCALES, type Scale } from '../ui/timeline/axis.tsx';
import { BarLinks } from '../ui/timeline/bar-links.tsx';
import { BarRow } from '../ui/timeline/bar-row.tsx';
import { useMedia } from '../ui/use-media.ts';
import { VirtualList } from '../ui/virtual.tsx';
import { daysBetween, plural } from '../words/dates.ts';

const LINKS = ['Of the selected task', 'All', 'None'] as const;
const SCALE_NAMES = Object.keys(SCALES) as Scale[];
/** A phone shows about twice as many days on its width. */
const PHONE_SHARE = 0.55;
/** Room left of today after "Go to today". */
const BEFORE_TODAY_PX = 160;

export function Timeline() {
  const plan = model.value;
  const isPhone = useMedia('(max-width: 640px)');
  const [scale, setScale] = useState<Scale>('Weeks');
  const [links, setLinks] = useState<(typeof LINKS)[number]>('Of the selected task');
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useMemo(
    () => plan && timelineOf(plan, found.value, today.value),
    [plan, found.value, today.value],
  );
  const dayWidth = SCALES[scale] * (isPhone ? PHONE_SHARE : 1);
  const days = drawn ? daysBetween(drawn.first, drawn.last) : 0;
  const toToday = () => {
    const box = frame.current?.querySelector('.scroll');
    const offset = drawn ? daysBetween(drawn.first, today.value) * dayWidth : 0;
    if (box) box.scrollLeft = Math.max(0, offset - BEFORE_TODAY_PX);
  };
  useLayoutEffect(toToday, [drawn?.first, scale]);
  const keys = useMemo(
    () =>
      drawn?.rows.map((row) =>
        'section' in row ? `section ${row.section}` : (plan?.outline.tasks[row.bar.task]?.id ?? ''),
      ) ?? [],
    [drawn],
  );
  const rowHeight = isPhone ? 50 : 30;
  const estimate = useCallback(
    (index: number) => (keys[index]?.startsWith('section ') ? 32 : rowHeight),
    [keys, rowHeight],
  );
  if (!plan || !drawn) return null;
  const x = (day: string) => daysBetween(drawn.first, day) * dayWidth;
  const selected = plan.indexOf.get(openTask.value?.id ?? active.value) ?? -1;
  const hasLinks = !isPhone && links !== 'None';
  return (
    <>
      <div class="subbar">
        <Segments label="Scale" words={SCALE_NAMES} value={scale} set={setScale} />
        {!isPhone && (
          <>
            <span class="opt-l">Dependencies</span>
            <Segments label="Dependencies" words={LINKS} value={links} set={setLinks} />
          </>
        )}
        <span class="grow" />
        <button type="button" class="btn ghost" aria-keyshortcuts="T" data-today onClick={toToday}>
          Go to today <kbd aria-hidden="true">T</kbd>
        </button>
      </div>
      <div
        class="sheet full tl"
        ref={frame}
        style={{ '--width': `${days * dayWidth}px`, '--week': `${dayWidth * 7}px` }}
      >
        {drawn.rows.length === 0 ? (
          <EmptyTimeline />
        ) : (
          <VirtualList
            class="tl-scroll"
            attributes={{ role: 'list', class: 'space tl-body', 'aria-label': 'Tasks by due date' }}
            itemRole="listitem"
            keys={keys}
            estimate={estimate}
            {...(keys.includes(active.value) && { active: active.value })}
            head={<Axis first={drawn.first} days={days} scale={scale} x={x} isPhone={isPhone} />}
            foot={
              hasLinks && (
                <BarLinks
                  drawn={drawn}
                  estimate={estimate}
                  x={x}
                  selected={links === 'All' ? undefined : selected}
                />
              )
            }
          >
            {(index) => {
              const row = drawn.rows[index];
              if (!row) return null;
              if ('section' in row) return <TimelineSection section={row.section} />;
              return (
                <BarRow
                  bar={row.bar}
                  x={x}
                  dayWidth={dayWidth}
                  isSelected={row.bar.task === selected}
                />
              );
            }}
          </VirtualList>
        )}
        <Legend clashes={drawn.clashes.size} withoutDue={drawn.withoutDue} />
      </div>
    </>
  );
}

function EmptyTimeline() {
  return found.value ? <NothingFound /> : <p class="nothing">No open task has a due date.</p>;
}

function TimelineSection({ section }: { section: number }) {
  const plan = model.value;
  const { done = 0, total = 0 } = plan?.progress[section] ?? {};
  return (
    <div class="tl-sec">
      <span class="tl-name">
        {plan?.outline.sections[section]?.name}{' '}
        <span class="frac">
          {done}/{total}
        </span>
      </span>
    </div>
  );
}

const KEYS = [
  ['k-doing', 'In progress'],
  ['', 'Ready'],
  ['k-wait', 'Blocked by another task'],
  ['k-over', 'Overdue'],
] as const;

function Legend({ clashes, withoutDue }: { clashes: number; withoutDue: number }) {
  return (
    <div class="tl-foot">
      {KEYS.map(([kind, words]) => (
        <span class="key" key={words}>
          <i class={kind} />
          {words}
        </span>
      ))}
      <span class="say">A bar ends on the due date and is as long as the estimate.</span>
      <span class="grow" />
      {clashes > 0 && <span class="late">{plural(clashes, 'date clash', 'date clashes')}</span>}
      {withoutDue > 0 && (
        <button type="button" class="link" onClick={() => showView('outline')}>
          {plural(withoutDue, 'task has', 'tasks have')} no due date
        </button>
      )}
    </div>
  );
}
