/** A text field with a list below it: arrows choose, Enter takes. */
import type { ComponentChildren } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { Icon } from './parts.tsx';

export interface Option {
  key: string;
  /** What is read out; the label itself if it is text. */
  label: string;
  shown?: ComponentChildren;
  icon?: ComponentChildren;
  /** What helps to tell it apart, at the right. */
  end?: ComponentChildren;
  /** Why it cannot be taken. */
  reason?: string | undefined;
  isOn?: boolean;
  isDanger?: boolean;
  take(): void;
}

interface Props {
  label: string;
  placeholder?: string;
  initial?: string;
  options: (query: string) => Option[];
  /** What an empty list says. */
  nothing?: string;
  children?: ComponentChildren;
}

const MOST = 50;

export function SearchList({
  label,
  placeholder,
  initial = '',
  options,
  nothing,
  children,
}: Props) {
  const id = useId();
  const [query, setQuery] = useState(initial);
  const [at, setAt] = useState(0);
  const found = useMemo(() => options(query).slice(0, MOST), [query, options]);
  const usable = found.filter(({ reason }) => reason === undefined);
  const chosen = usable[Math.min(at, usable.length - 1)];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined)
      setAt((Math.min(at, usable.length - 1) + step + usable.length) % Math.max(1, usable.length));
    else if (event.key === 'Enter' && chosen) chosen.take();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div class="field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-activedescendant={chosen ? `${id}-${chosen.key}` : undefined}
          autocomplete="off"
          placeholder={placeholder}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {children}
      <div class="opts scroll" role="listbox" id={id} aria-label={label}>
        {found.map((option) => (
          <OptionRow
            key={option.key}
            id={`${id}-${option.key}`}
            option={option}
            isChosen={option === chosen}
          />
        ))}
      </div>
      {found.length === 0 && <p class="hint">{nothing ?? 'Nothing found'}</p>}
    </>
  );
}

export function OptionRow({
  id,
  option,
  isChosen,
}: {
  id: string;
  option: Option;
  isChosen: boolean;
}) {
  const { label, shown, icon, end, reason, isOn, isDanger, take } = option;
  return (
    <div
      id={id}
      role="option"
      class={`opt ${isDanger ? 'bad' : ''}`}
      aria-selected={isChosen}
      aria-disabled={reason !== undefined}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={() => {
        if (reason === undefined) take();
      }}
    >
      {icon}
      <span class="cut">{shown ?? label}</span>
      {(end || isOn) && (
        <span class="end">
          {end}
          {isOn && <Icon name="check" label="Chosen" />}
        </span>
      )}
      {reason !== undefined && <span class="why">{reason}</span>}
    </div>
  );
}
