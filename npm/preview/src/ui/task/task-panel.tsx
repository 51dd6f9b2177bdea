/** Everything about one task, edited in place. */
import type { Task } from 'long-term-plan-core/slim';
import { useEffect, useRef } from 'preact/hooks';
import { copyLink } from '../../state/actions.ts';
import { copyText } from '../../state/edits.ts';
import { openTaskById } from '../../state/navigation.ts';
import { openPopup } from '../../state/popups.ts';
import { canEdit, log, model, rows } from '../../state/store.ts';
import { shortName } from '../../words/labels.ts';
import { EntryItem } from '../entry.tsx';
import { IconButton } from '../parts.tsx';
import { leaveRail } from '../rail.tsx';
import { ClaimBox } from './claim-box.tsx';
import { Fields } from './fields.tsx';
import { Links, Subtasks } from './links.tsx';
import { NoteBox, Notes } from './notes.tsx';
import { TitleField } from './title-field.tsx';

export function TaskPanel({ task }: { task: Task }) {
  const panel = useRef<HTMLElement>(null);
  const plan = model.value;
  // The keyboard focus moves into the opened task.
  useEffect(() => panel.current?.focus(), []);
  const path = plan?.paths[task.section ?? -1] ?? [];
  const parent = plan?.outline.tasks[task.parent ?? -1];
  const entries = log.value.filter(({ parts }) => parts.some(({ taskId }) => taskId === task.id));
  const step = (by: number) => {
    const ids = rows.value.flatMap((row) =>
      'task' in row ? (plan?.outline.tasks[row.task]?.id ?? []) : [],
    );
    const next = ids[ids.indexOf(task.id) + by];
    if (next !== undefined) openTaskById(next);
  };
  return (
    <aside class="rail sheet task" ref={panel} aria-label={`Task: ${task.title}`} tabIndex={-1}>
      <header class="rail-head task-head">
        <p class="crumbs">
          <span class="cut">
            {[...path, parent?.title].filter(Boolean).join(' › ') || (plan?.outline.title ?? '')}
          </span>
          <button
            type="button"
            class="ref"
            title={`Copy ${task.id}`}
            onClick={() => void copyText(task.id, 'Copied the id')}
          >
            <span class="vh">Copy the id </span>
            {shortName(task.id)}
          </button>
        </p>
        <IconButton class="sib" icon="up" label="Previous task" keys="K" onClick={() => step(-1)} />
        <IconButton class="sib" icon="down" label="Next task" keys="J" onClick={() => step(1)} />
        <IconButton icon="link" label="Copy link" keys="C" onClick={() => void copyLink(task)} />
        {canEdit.value && (
          <IconButton
            icon="more"
            label="Actions"
            expands
            onClick={(event) => openPopup('task', [task], event.currentTarget)}
          />
        )}
        <IconButton icon="close" label="Close" keys="Escape" onClick={leaveRail} />
      </header>
      <div class="rail-body scroll">
        <TitleField task={task} />
        <ClaimBox task={task} />
        <Fields task={task} />
        <Notes task={task} />
        <Subtasks task={task} />
        <Links task={task} />
        {entries.length > 0 && (
          <section class="block">
            <h3>Activity</h3>
            <ul class="log plainlog">
              {entries.slice(0, 12).map((entry) => (
                <EntryItem key={entry.changeId} entry={entry} />
              ))}
            </ul>
          </section>
        )}
      </div>
      {canEdit.value && <NoteBox task={task} />}
    </aside>
  );
}
