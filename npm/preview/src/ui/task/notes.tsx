/** The notes of a task as Markdown, their editor with a preview, and the line that adds a note. */
import type { Task } from 'long-term-plan-core/slim';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addNote } from '../../state/actions.ts';
import { changeTask, dropDraft, setDraft } from '../../state/edits.ts';
import { canEdit, conflict, type Draft, drafts, tools } from '../../state/store.ts';
import { Icon } from '../parts.tsx';
import { Segments } from '../segments.tsx';

export function Notes({ task }: { task: Task }) {
  const draft = drafts.value.get(task.id);
  const markdown = task.body?.markdown ?? '';
  const edit = () => setDraft(task, markdown);
  return (
    <section class="block">
      <div class="block-h">
        <h3>Notes</h3>
        <span class="grow" />
        {canEdit.value && !draft && (
          <button type="button" class="btn tiny ghost" onClick={edit}>
            <Icon name="edit" />
            Edit
            <span class="vh"> the notes</span>
          </button>
        )}
      </div>
      {draft ? <Editor task={task} draft={draft} /> : <Shown markdown={markdown} />}
    </section>
  );
}

/** The core escapes all HTML of a body. */
function Shown({ markdown }: { markdown: string }) {
  const html = useMemo(() => tools.value?.htmlOf(markdown) ?? '', [markdown]);
  if (markdown === '') return <p class="w-meta">None</p>;
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

function Editor({ task, draft }: { task: Task; draft: Draft }) {
  const [mode, setMode] = useState<'Write' | 'Preview'>('Write');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), [mode]);
  const leave = () => {
    dropDraft(task.id);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.rail .block-h button')?.focus(),
    );
  };
  const save = async () => {
    const { text, base } = draft;
    if (text === (base.body?.markdown ?? '')) return leave();
    await changeTask(base, { body: text.trim() === '' ? '' : text });
    if (conflict.value === undefined) leave();
  };
  return (
    <div class="editor">
      <Segments label="Notes" words={['Write', 'Preview']} value={mode} set={setMode} />
      {mode === 'Preview' ? (
        <Shown markdown={draft.text} />
      ) : (
        <textarea
          ref={field}
          aria-label="Notes, in Markdown"
          rows={8}
          value={draft.text}
          onInput={(event) => setDraft(draft.base, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
            if (event.key === 'Escape') {
              event.preventDefault();
              event.stopPropagation();
            }
          }}
        />
      )}
      <div class="line">
        <span class="w-meta">Your draft is kept if you leave.</span>
        <span class="grow" />
        <button type="button" class="btn ghost" onClick={leave}>
          Cancel
        </button>
        <button type="button" class="btn primary" onClick={() => void save()}>
          Save
        </button>
      </div>
    </div>
  );
}

export function NoteBox({ task }: { task: Task }) {
  const [note, setNote] = useState('');
  const to = task.assignee ? ` for ${task.assignee}` : '';
  return (
    <form
      class="note-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() === '') return;
        void addNote(task, note.trim());
        setNote('');
      }}
    >
      <div class="field">
        <input
          type="text"
          aria-label={`Add a note${to}`}
          placeholder={`Add a note${to}`}
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <button type="submit" class="btn" disabled={note.trim() === ''}>
        Add note
      </button>
    </form>
  );
}
