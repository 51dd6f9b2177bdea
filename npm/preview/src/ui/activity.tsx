/** The log of the plan: who did what, when, with a way back. */
import { Fragment } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Entry, groupOf, type LogGroup } from '../plan/log.ts';
import { loadOlder, markSeen } from '../state/live.ts';
import { log, logCursor, now, unseen } from '../state/store.ts';
import { isAgent } from '../words/people.ts';
import { EntryItem } from './entry.tsx';
import { RailHead } from './rail.tsx';
import { Segments } from './segments.tsx';

const WHO = ['Everyone', 'People', 'Agents'] as const;

export function Activity() {
  const [who, setWho] = useState<(typeof WHO)[number]>('Everyone');
  const shown = log.value.filter(
    ({ by }) => who === 'Everyone' || isAgent(by) === (who === 'Agents'),
  );
  const groups = useMemo(() => {
    const found = new Map<LogGroup, Entry[]>();
    for (const entry of shown) {
      const group = groupOf(entry.at, now.value);
      found.set(group, [...(found.get(group) ?? []), entry]);
    }
    return [...found];
  }, [log.value, who, now.value]);
  return (
    <aside class="rail sheet" aria-label="Activity" tabIndex={-1}>
      <RailHead title="Activity" withLive />
      <div class="rail-tools">
        <Segments label="Whose changes" words={WHO} value={who} set={setWho} />
        <span class="grow" />
        {unseen.value.size > 0 && (
          <button type="button" class="btn tiny ghost" onClick={markSeen}>
            Mark all as seen
          </button>
        )}
      </div>
      <div class="rail-body scroll flush" tabIndex={0}>
        {shown.length === 0 && <p class="hint">Nothing happened yet.</p>}
        {groups.map(([group, entries]) => (
          <Fragment key={group}>
            <h3 class="stick">
              {group}
              {group === 'Just now' && unseen.value.size > 0 && (
                <span class="badge">{unseen.value.size}</span>
              )}
            </h3>
            <ul class="log">
              {entries.map((entry) => (
                <EntryItem key={entry.changeId} entry={entry} />
              ))}
            </ul>
          </Fragment>
        ))}
        {logCursor.value !== undefined && (
          <button type="button" class="btn ghost wide" onClick={() => void loadOlder()}>
            Show older changes
          </button>
        )}
      </div>
    </aside>
  );
}
