/** The user and someone else changed the same field: both versions next to each other, and a combination of both. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { changedPieces, combined } from '../plan/combine.ts';
import { type FieldConflict, isText, textOf, type Value } from '../plan/fields.ts';
import { copyText, resolveConflict, resolveDeletion } from '../state/edits.ts';
import { type Conflict, conflict, me, now, today } from '../state/store.ts';
import { dueWords, duration, isDay } from '../words/dates.ts';
import { type Field, fieldName, labelOf } from '../words/labels.ts';
import { Avatar, IconButton } from './parts.tsx';
import { endKeptEdit } from './task/title-field.tsx';

export function ConflictDialog() {
  const met = conflict.value;
  return met && <Open key={met.taskId} met={met} />;
}

function Open({ met }: { met: Conflict }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const chosen = useRef(new Map<Field, Value>());
  const [left, setLeft] = useState(met.fields ?? []);
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('h2')?.focus();
    return () => {
      dialog.current?.close();
      // Where the user was; the control itself may have been replaced.
      const isGone =
        !(before instanceof HTMLElement) || !before.isConnected || before === document.body;
      const row = document.querySelector<HTMLElement>(`[data-task="${CSS.escape(met.taskId)}"]`);
      (isGone ? row : before)?.focus();
    };
  }, []);
  const choose = (field: Field, value: Value) => {
    chosen.current.set(field, value);
    const rest = left.filter((other) => other.field !== field);
    setLeft(rest);
    if (rest.length > 0) return;
    endKeptEdit(met.taskId);
    void resolveConflict(chosen.current);
  };
  const keepEditing = () => {
    conflict.value = undefined;
  };
  const who = met.by === '' ? 'someone' : met.by;
  const when = met.at === undefined ? '' : `, ${duration(Math.max(1000, now.value - met.at))} ago`;
  const fields = met.fields;
  return (
    <dialog
      class="dlg"
      ref={dialog}
      aria-labelledby="conflict-title"
      aria-describedby="conflict-lead"
      onCancel={(event) => {
        event.preventDefault();
        keepEditing();
      }}
    >
      <div class="dlg-in">
        <div>
          <h2 id="conflict-title" tabIndex={-1}>
            {fields === undefined
              ? `${who === 'someone' ? 'Someone' : who} deleted “${met.title}”`
              : `You and ${who} both changed ${fields.length === 1 ? `this ${fieldName(fields[0]?.field ?? '')}` : 'this task'}`}
          </h2>
          <p class="lead" id="conflict-lead">
            {fields === undefined
              ? `While you were editing it${when}. Your change is not saved.`
              : `While you were typing${when}. Your text is not saved yet. Which version do you want to keep?`}
          </p>
        </div>
        {fields === undefined ? (
          <Deleted met={met} />
        ) : (
          left.map((field) => (
            <FieldChoice
              key={field.field}
              field={field}
              met={met}
              isOnly={fields.length === 1}
              choose={choose}
            />
          ))
        )}
        <div class="foot-note">
          <span>The version you don’t keep can be copied for a day.</span>
          <button type="button" class="btn tiny ghost" onClick={keepEditing}>
            Keep editing <kbd>Esc</kbd>
          </button>
        </div>
      </div>
    </dialog>
  );
}

interface ChoiceProps {
  field: FieldConflict;
  met: Conflict;
  isOnly: boolean;
  choose(field: Field, value: Value): void;
}

const shownValue = (field: Field, value: Value): string => {
  const text = textOf(value);
  if (text === '') return 'None';
  if (field === 'status' || field === 'state' || field === 'priority') return labelOf(text);
  return isDay(text) ? `${text} (${dueWords(text, today.value)})` : text;
};

function FieldChoice({ field: conflicting, met, isOnly, choose }: ChoiceProps) {
  const { field, base, theirs, mine } = conflicting;
  const [both, setBoth] = useState(() => combined(textOf(base), textOf(theirs), textOf(mine)));
  const id = `both-${field}`;
  const version = (value: Value) =>
    isText(field) ? (
      <Pieces from={textOf(base)} to={shownValue(field, value)} />
    ) : (
      shownValue(field, value)
    );
  const time = met.at === undefined ? '' : `, ${new Date(met.at).toLocaleTimeString('en-GB')}`;
  return (
    <>
      <p class="before">
        {isOnly ? 'Before' : `${labelOf(fieldName(field))}, before`}: {shownValue(field, base)}
      </p>
      <div class="vers">
        <section class="ver theirs" aria-label="Theirs">
          <header>
            <Avatar name={met.by || 'someone'} size="m" />
            <span>
              <b>Theirs</b> <span class="sub">{`${met.by || 'someone'}${time}`}</span>
            </span>
            <span class="grow" />
            <IconButton
              icon="copy"
              label="Copy their text"
              onClick={() => void copyText(textOf(theirs))}
            />
          </header>
          <p class="txt">{version(theirs)}</p>
          <footer>
            <button type="button" class="btn wide" onClick={() => choose(field, theirs)}>
              Keep theirs
            </button>
          </footer>
        </section>
        <section class="ver" aria-label="Mine">
          <header>
            <Avatar name={me.value || 'me'} size="m" />
            <span>
              <b>Mine</b> <span class="sub">{me.value || 'me'}, not saved</span>
            </span>
            <span class="grow" />
            <IconButton
              icon="copy"
              label="Copy my text"
              onClick={() => void copyText(textOf(mine))}
            />
          </header>
          <p class="txt">{version(mine)}</p>
          <footer>
            <button type="button" class="btn wide" onClick={() => choose(field, mine)}>
              Use mine
            </button>
          </footer>
        </section>
      </div>
      {isText(field) && (
        <section class="ver" aria-label="Combined">
          <div class="pair">
            <label for={id}>Combined, edit as you like</label>
            <textarea
              id={id}
              rows={field === 'title' ? 1 : 5}
              value={both}
              onInput={(event) => setBoth(event.currentTarget.value)}
            />
            <button
              type="button"
              class="btn primary"
              onClick={() =>
                choose(field, field === 'title' ? both.replace(/\s+/g, ' ').trim() : both)
              }
            >
              Combine
            </button>
          </div>
        </section>
      )}
    </>
  );
}

function Pieces({ from, to }: { from: string; to: string }) {
  return (
    <>
      {changedPieces(from, to).map(({ text, isNew }, index) =>
        isNew ? <ins key={index}>{text}</ins> : text,
      )}
    </>
  );
}

function Deleted({ met }: { met: Conflict }) {
  const texts = Object.entries(met.values) as [Field, Value][];
  const decide = (putBack: boolean) => {
    endKeptEdit(met.taskId);
    void resolveDeletion(putBack);
  };
  return (
    <>
      {texts.map(([field, value]) => (
        <section class="ver" key={field} aria-label="Mine">
          <header>
            <b>Your {fieldName(field)}</b>
            <span class="grow" />
            <IconButton
              icon="copy"
              label="Copy my text"
              onClick={() => void copyText(textOf(value))}
            />
          </header>
          <p class="txt">{shownValue(field, value)}</p>
        </section>
      ))}
      <div class="line">
        {met.deletion !== undefined && (
          <button type="button" class="btn primary" onClick={() => decide(true)}>
            Put it back with my change
          </button>
        )}
        <button type="button" class="btn" onClick={() => decide(false)}>
          Let it go
        </button>
      </div>
    </>
  );
}
