/** A conflict with another change: both versions are shown, and the user decides. */
import { useEffect, useRef } from 'preact/hooks';
import type { Conflict, Controller } from './controller.ts';

export function ConflictDialog({
  conflict,
  controller,
}: {
  conflict: Conflict;
  controller: Controller;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { title, fields } = conflict;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="conflict-title"
      onCancel={() => void controller.resolve(false)}
    >
      <h2 id="conflict-title">{title} was changed meanwhile</h2>
      {fields === undefined ? (
        <p>Someone deleted it, so your change no longer has a place. Nothing was written.</p>
      ) : (
        <>
          <p>Nothing of yours was written yet. Which shall it be?</p>
          {fields.map(({ name, theirs, mine }) => (
            <div class="versions" key={name}>
              <div>
                <h3>{name === 'bodyMarkdown' ? 'body' : name}: the current version</h3>
                <pre>{theirs || '(nothing)'}</pre>
              </div>
              <div>
                <h3>yours</h3>
                <pre>{mine || '(nothing)'}</pre>
              </div>
            </div>
          ))}
        </>
      )}
      <p class="buttons">
        <button type="button" class="primary" onClick={() => void controller.resolve(false)}>
          {fields === undefined ? 'Close' : 'Keep theirs'}
        </button>
        {fields !== undefined && (
          <button type="button" onClick={() => void controller.resolve(true)}>
            Use mine
          </button>
        )}
      </p>
    </dialog>
  );
}
