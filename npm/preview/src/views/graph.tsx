/** Dependencies from left to right, in layers. On phones: one task, what blocks it, and what it blocks. */
import { useMemo, useState } from 'preact/hooks';
import { graphOf } from '../plan/graph.ts';
import { active, found, model, openTask } from '../state/store.ts';
import { Around } from '../ui/graph/around.tsx';
import { Drawing } from '../ui/graph/drawing.tsx';
import { NothingFound } from '../ui/nothing.tsx';
import { Disc } from '../ui/parts.tsx';
import { Segments } from '../ui/segments.tsx';
import { useMedia } from '../ui/use-media.ts';

const SCOPES = { 'Open tasks': 'open', 'Around selection': 'around', Everything: 'all' } as const;
type ScopeName = keyof typeof SCOPES;
const SCOPE_NAMES = Object.keys(SCOPES) as ScopeName[];

export function Graph() {
  const plan = model.value;
  const isPhone = useMedia('(max-width: 640px)');
  const [scopeName, setScopeName] = useState<ScopeName>(
    isPhone ? 'Around selection' : 'Open tasks',
  );
  const selected = plan?.indexOf.get(openTask.value?.id ?? active.value);
  const scope = SCOPES[scopeName];
  const drawn = useMemo(
    () => plan && graphOf(plan, found.value, scope, selected),
    [plan, found.value, scope, scope === 'around' ? selected : undefined],
  );
  if (!plan || !drawn) return null;
  return (
    <>
      <div class="subbar">
        <Segments label="Show" words={SCOPE_NAMES} value={scopeName} set={setScopeName} />
        <span class="opt-l">
          {drawn.hidden > 0 && `${drawn.hidden} done tasks are hidden. `}
          {drawn.past > 0 &&
            scope !== 'all' &&
            `${drawn.past} that open tasks depend on are shown small.`}
        </span>
        {drawn.cycle.length > 0 && <span class="late">Cycle: {drawn.cycle.join(' → ')}</span>}
      </div>
      <div class="sheet full graph">
        {isPhone && scope === 'around' ? (
          <Around selected={selected ?? drawn.nodes[0]?.task} />
        ) : drawn.nodes.length > 0 ? (
          <Drawing drawn={drawn} selected={selected} />
        ) : found.value ? (
          <NothingFound />
        ) : (
          <p class="nothing">No task here depends on another.</p>
        )}
        <Legend />
      </div>
    </>
  );
}

const KINDS = [
  ['todo', 'Ready'],
  ['waiting', 'Blocked by an open task'],
  ['doing', 'In progress'],
  ['blocked', 'Blocked'],
  ['deferred', 'Deferred'],
  ['done', 'Done'],
] as const;

function Legend() {
  return (
    <div class="g-legend">
      {KINDS.map(([kind, words]) => (
        <span class="key" key={kind}>
          <Disc kind={kind} />
          {words}
        </span>
      ))}
      <EdgeKey kind="" words="must be done before" />
      <EdgeKey kind="on" words="around the selection" />
    </div>
  );
}

function EdgeKey({ kind, words }: { kind: string; words: string }) {
  return (
    <span class="key">
      <svg width="30" height="10" aria-hidden="true">
        <path class={`edge ${kind}`} d="M0 5h24" />
        <path class={`tip ${kind}`} d="M23 1l7 4-7 4z" />
      </svg>
      {words}
    </span>
  );
}
