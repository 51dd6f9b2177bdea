/** A section in the outline, and the line that names a new one. */
import { useEffect, useRef } from 'preact/hooks';
import { sectionKey } from '../plan/rows.ts';
import { addSection, renameSection } from '../state/actions.ts';
import { dragging } from '../state/drag.ts';
import { openPopup } from '../state/popups.ts';
import { active, adding, canEdit, model, renaming } from '../state/store.ts';
import { Icon, IconButton, Ring } from './parts.tsx';

interface Props {
  section: number;
  isActive: boolean;
  isCollapsed: boolean;
  toggle(): void;
}

export function SectionRow({ section, isActive, isCollapsed, toggle }: Props) {
  const plan = model.value;
  const heading = plan?.outline.sections[section];
  if (!plan || !heading) return null;
  const { done = 0, total = 0 } = plan.progress[section] ?? {};
  const key = sectionKey(section);
  const isTarget = dragging.value?.place?.key === key;
  return (
    <div
      role="row"
      class={`sec ${isTarget ? 'drop-into' : ''}`}
      data-section={section}
      aria-level={Math.max(1, heading.level - 1)}
      aria-expanded={!isCollapsed}
      tabIndex={isActive ? 0 : -1}
      style={{ '--depth': Math.max(0, heading.level - 2) }}
      onFocus={() => {
        active.value = key;
      }}
    >
      <span role="gridcell" aria-colspan={5}>
        <button
          type="button"
          class="twist"
          tabIndex={-1}
          aria-label={`${isCollapsed ? 'Expand' : 'Collapse'} ${heading.name}`}
          onClick={toggle}
        >
          <Icon name={isCollapsed ? 'right' : 'down'} />
        </button>
        {renaming.value === key ? (
          <NameField
            label={`Name of ${heading.name}`}
            value={heading.name}
            save={(name) => void renameSection(section, name)}
          />
        ) : (
          <h2>{heading.name}</h2>
        )}
        <span class="frac">
          <Ring done={done} total={total} />
          <span class="num">
            {done}/{total}
          </span>
        </span>
        {canEdit.value && (
          <>
            <IconButton
              class="sm"
              icon="plus"
              label={`Add a task to ${heading.name}`}
              tabIndex={-1}
              onClick={() => {
                adding.value = { sectionPath: plan.paths[section] ?? [] };
              }}
            />
            <IconButton
              class="sm only-hover"
              icon="more"
              label={`Actions for ${heading.name}`}
              tabIndex={-1}
              expands
              onClick={(event) => openPopup('section', [], event.currentTarget, section)}
            />
          </>
        )}
      </span>
    </div>
  );
}

interface NameFieldProps {
  label: string;
  value: string;
  save(name: string): void;
}

function NameField({ label, value, save }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const close = (name: string | undefined) => {
    if (renaming.value === '') return;
    const row = field.current?.closest<HTMLElement>('[role=row]');
    renaming.value = '';
    row?.focus();
    if (name !== undefined && name.trim() !== '') save(name.trim());
  };
  return (
    <input
      ref={field}
      class="add-in"
      type="text"
      aria-label={label}
      defaultValue={value}
      onBlur={(event) => close(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') close(event.currentTarget.value);
        if (event.key === 'Escape') close(undefined);
      }}
    />
  );
}

/** The line that names a new section. */
export function NewSectionLine() {
  return (
    <div class="sec new-sec">
      <span>
        <Icon name="section" />
        <NameField
          label="Name of the new section"
          value=""
          save={(name) => void addSection(name)}
        />
      </span>
    </div>
  );
}
