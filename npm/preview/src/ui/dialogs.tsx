/** The list of keys, and the dialog for a new plan. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createPlan, planIdFor } from '../state/actions.ts';
import { COMMANDS } from '../state/commands.ts';
import { dialog } from '../state/store.ts';
import { Palette } from './palette.tsx';
import { IconButton, Keys } from './parts.tsx';

export function Dialogs() {
  if (dialog.value === 'palette') return <Palette />;
  if (dialog.value === 'keys') return <KeyList />;
  if (dialog.value === 'new-plan') return <NewPlan />;
  return null;
}

function Modal({ title, children }: { title: string; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      element.current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const close = () => {
    dialog.value = '';
  };
  return (
    <dialog
      class="dlg"
      ref={element}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div class="dlg-in">
        <div class="line">
          <h2 id="dialog-title">{title}</h2>
          <span class="grow" />
          <IconButton icon="close" label="Close" onClick={close} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

const OTHER_KEYS: [group: string, label: string, keys: string[]][] = [
  ['Moving', 'Next, previous', ['ArrowUp', 'ArrowDown']],
  ['Moving', 'Collapse, expand', ['ArrowLeft', 'ArrowRight']],
  ['Moving', 'Select more', ['Shift+ArrowDown']],
  ['On a task', 'Open', ['Enter']],
  ['Everywhere', 'Close, then clear', ['Escape']],
];

function KeyList() {
  const groups = ['Everywhere', 'On a task', 'Moving', 'Going'] as const;
  return (
    <Modal title="Keys">
      <div class="keys">
        {groups.map((group) => (
          <div key={group}>
            <h3>{group}</h3>
            <dl>
              {[
                ...OTHER_KEYS.filter(([name]) => name === group).map(([, label, keys]) => ({
                  label,
                  keys: [keys.join(' ')],
                })),
                ...COMMANDS.filter((command) => command.group === group && command.keys.length > 0),
              ].map(({ label, keys }) => (
                <div key={label}>
                  <dt>{label.replace('…', '')}</dt>
                  <dd>
                    {keys[0]?.split(' ').map((part) => (
                      <Keys key={part} keys={part} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </Modal>
  );
}

function NewPlan() {
  return (
    <Modal title="New plan">
      <NewPlanForm
        label="Name of the plan"
        created={() => {
          dialog.value = '';
        }}
      />
    </Modal>
  );
}

export function NewPlanForm({ label, created }: { label: string; created(): void }) {
  const [title, setTitle] = useState('');
  const [hasSections, setSections] = useState(false);
  const [error, setError] = useState('');
  const name = title.trim() === '' ? 'Roadmap' : title;
  return (
    <form
      class="new-plan"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() === '') return setError('Type a name first.');
        createPlan(title, hasSections ? 'basic' : 'empty').then(created, (failed: Error) =>
          setError(failed.message),
        );
      }}
    >
      <label for="new-plan-name">{label}</label>
      <div class="line">
        <div class="field">
          <input
            id="new-plan-name"
            type="text"
            placeholder="Roadmap"
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </div>
        <button type="submit" class="btn primary">
          Create plan
        </button>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={hasSections}
          onChange={(event) => setSections(event.currentTarget.checked)}
        />
        With the sections Now, Next and Later
      </label>
      <p class="hint">Creates {planIdFor(name)}.md. Nothing else in the repository changes.</p>
      {error !== '' && (
        <p class="late" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
