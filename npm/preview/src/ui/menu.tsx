/** A list of commands: arrows move, letters jump, Enter runs. */
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { closePopup } from '../state/popups.ts';
import { Icon, Keys } from './parts.tsx';

export interface MenuItem {
  label: string;
  icon?: ComponentChildren;
  keys?: string;
  end?: ComponentChildren;
  isOn?: boolean;
  isDanger?: boolean;
  /** Whether a line is drawn above it. */
  starts?: boolean;
  run(): void;
}

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };

export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-checked=true]');
    (chosen ?? list.current?.querySelector<HTMLElement>('.opt'))?.focus();
  }, []);
  const isChoice = items.some(({ isOn }) => isOn !== undefined);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.opt')];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const step = STEPS[event.key];
    const byKey = items.findIndex(({ keys }) => keys?.toLowerCase() === event.key.toLowerCase());
    if (step !== undefined) all[(at + step + all.length) % all.length]?.focus();
    else if (event.key === 'Home') all[0]?.focus();
    else if (event.key === 'End') all.at(-1)?.focus();
    else if (byKey >= 0 && !event.ctrlKey && !event.metaKey) all[byKey]?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="menu" aria-label={label} tabIndex={-1} ref={list} onKeyDown={onKeyDown}>
      {items.map(({ label, icon, keys, end, isOn, isDanger, starts, run }) => (
        <button
          type="button"
          key={label}
          role={isChoice ? 'menuitemradio' : 'menuitem'}
          {...(isChoice && { 'aria-checked': isOn === true })}
          tabIndex={-1}
          class={`opt ${isDanger ? 'bad' : ''} ${starts ? 'starts' : ''} ${isOn ? 'on' : ''}`}
          onClick={() => {
            closePopup();
            run();
          }}
        >
          {icon}
          <span class="cut">{label}</span>
          <span class="end">
            {end}
            {isOn ? <Icon name="check" /> : keys !== undefined && <Keys keys={keys} />}
          </span>
        </button>
      ))}
    </div>
  );
}
