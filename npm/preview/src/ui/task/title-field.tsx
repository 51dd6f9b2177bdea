/** The title, in a text field. It is saved with Enter or when the focus leaves, and keeps the task that the edit began with. */
import type { Task } from 'long-term-plan-core/slim';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { changeTask } from '../../state/edits.ts';
import { canEdit, conflict } from '../../state/store.ts';

interface Edit {
  text: string;
  base: Task;
}

export function TitleField({ task }: { task: Task }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [edit, setEdit] = useState<Edit>();
  // Where a field does not grow by itself.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  });
  // What was typed is saved if the panel closes or the task disappears.
  const unsaved = useRef<Edit>(undefined);
  const isSaving = useRef(false);
  unsaved.current = isSaving.current ? undefined : edit;
  useEffect(
    () => () => {
      const last = unsaved.current;
      const title = last?.text.replace(/\s+/g, ' ').trim() ?? '';
      if (last && title !== '' && title !== last.base.title) void changeTask(last.base, { title });
    },
    [],
  );
  const save = async () => {
    if (edit === undefined || isSaving.current) return;
    const title = edit.text.replace(/\s+/g, ' ').trim();
    if (title === '' || title === edit.base.title) return setEdit(undefined);
    isSaving.current = true;
    await changeTask(edit.base, { title });
    isSaving.current = false;
    // After "Keep editing" the text is still here.
    if (conflict.value === undefined) setEdit(undefined);
    else keptEdits.set(task.id, () => setEdit(undefined));
  };
  return (
    <textarea
      ref={field}
      class="title-field"
      rows={1}
      aria-label="Title"
      readOnly={!canEdit.value}
      value={edit?.text ?? task.title}
      onInput={(event) => setEdit({ text: event.currentTarget.value, base: edit?.base ?? task })}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          void save();
        } else if (event.key === 'Escape' && edit !== undefined) {
          event.preventDefault();
          event.stopPropagation();
          setEdit(undefined);
        }
      }}
    />
  );
}

/** Edits that a conflict interrupted; a decision ends them. */
const keptEdits = new Map<string, () => void>();

export function endKeptEdit(taskId: string): void {
  keptEdits.get(taskId)?.();
  keptEdits.delete(taskId);
}
