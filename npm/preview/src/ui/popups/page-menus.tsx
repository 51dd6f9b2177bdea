/** Menus of the page: plans, filters, display, and the rest. */
import { valuesOf } from '../../plan/filters.ts';
import { saveCopy } from '../../sources/save-copy.ts';
import { setDisplay } from '../../state/display.ts';
import { copyText } from '../../state/edits.ts';
import {
  clearFilters,
  goHome,
  setFilters,
  showPlan,
  showRail,
  showView,
} from '../../state/navigation.ts';
import { closePopup, openPopup } from '../../state/popups.ts';
import {
  address,
  type Display,
  dialog,
  display,
  model,
  plans,
  source,
  tools,
} from '../../state/store.ts';
import { redoLast, undoLast } from '../../state/writes.ts';
import { labelOf, PRIORITIES, STATES, STATUSES } from '../../words/labels.ts';
import { Menu, type MenuItem } from '../menu.tsx';
import { Icon } from '../parts.tsx';

const next = (work: () => void) => () => void setTimeout(work);

export function PlanMenu() {
  const items: MenuItem[] = (plans.value ?? []).map(({ planId, title }) => ({
    label: title,
    isOn: planId === address.value.planId,
    run: () => showPlan(planId),
  }));
  if (!source.value?.readOnly && tools.value?.openFile === undefined) {
    items.push({
      label: 'New plan…',
      icon: <Icon name="plus" />,
      starts: true,
      run: next(() => {
        dialog.value = 'new-plan';
      }),
    });
  }
  items.push({ label: 'All plans', icon: <Icon name="logo" />, keys: 'G+H', run: goHome });
  return <Menu label="Plans" items={items} />;
}

export function FilterFields() {
  const { filters } = address.value;
  const tasks = model.value?.outline.tasks ?? [];
  const field = (name: 'status' | 'priority' | 'tag' | 'assignee', words: readonly string[]) => (
    <label class="pick">
      <span>{labelOf(name)}</span>
      <select
        value={filters[name]}
        onChange={(event) => setFilters({ [name]: event.currentTarget.value })}
      >
        <option value="">Any</option>
        {words.map((word) => (
          <option key={word} value={word}>
            {name === 'status' || name === 'priority' ? labelOf(word) : word}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="picks">
      <label class="pick">
        <span>Words</span>
        <input
          type="search"
          value={filters.query}
          onInput={(event) => setFilters({ query: event.currentTarget.value }, { replace: true })}
        />
      </label>
      {field('status', [...STATUSES, ...STATES])}
      {field('priority', PRIORITIES)}
      {field(
        'tag',
        valuesOf(tasks, ({ tags = [] }) => tags),
      )}
      {field(
        'assignee',
        valuesOf(tasks, ({ assignee }) => (assignee ? [assignee] : [])),
      )}
      <div class="line">
        <button
          type="button"
          class="btn ghost"
          onClick={() => {
            closePopup();
            clearFilters();
          }}
        >
          Clear filters
        </button>
        <button type="button" class="btn" onClick={closePopup}>
          Done
        </button>
      </div>
    </div>
  );
}

export function DisplayOptions() {
  const now = display.value;
  const choice = <Name extends 'density' | 'theme'>(
    name: Name,
    words: readonly Display[Name][],
  ) => (
    <fieldset class="pick">
      <legend>{labelOf(name)}</legend>
      <div class="seg">
        {words.map((word) => (
          <button
            key={word}
            type="button"
            aria-pressed={now[name] === word}
            onClick={() => setDisplay({ [name]: word })}
          >
            {labelOf(word)}
          </button>
        ))}
      </div>
    </fieldset>
  );
  const toggle = (name: 'hideDone' | 'subtaskCards' | 'letterKeys', words: string) => (
    <label class="check">
      <input
        type="checkbox"
        checked={now[name]}
        onChange={(event) => setDisplay({ [name]: event.currentTarget.checked })}
      />
      {words}
    </label>
  );
  return (
    <div class="picks">
      {choice('theme', ['system', 'light', 'dark'])}
      {choice('density', ['comfortable', 'compact'])}
      {toggle('hideDone', 'Hide done tasks in the outline')}
      {toggle('subtaskCards', 'Subtasks are cards, too')}
      {toggle('letterKeys', 'Single letters are shortcuts')}
    </div>
  );
}

export function MoreMenu() {
  const isFile = tools.value?.openFile !== undefined;
  const items: MenuItem[] = [
    ...(model.value
      ? ([
          { label: 'Undo', icon: <Icon name="undo" />, keys: 'Mod+Z', run: undoLast },
          {
            label: 'Redo',
            icon: <Icon name="arrow" />,
            keys: 'Mod+Shift+Z',
            run: () => void redoLast(),
          },
          {
            label: 'Who is at work',
            icon: <Icon name="person" />,
            keys: 'W',
            run: () => showRail('now'),
          },
          { label: 'Show as text', icon: <Icon name="text" />, run: () => showView('text') },
          {
            label: 'Copy link',
            icon: <Icon name="link" />,
            run: () => void copyText(location.href, 'Copied the link'),
          },
          { label: 'Print', icon: <Icon name="import" />, run: next(() => print()) },
        ] satisfies MenuItem[])
      : []),
    ...(isFile
      ? [
          {
            label: 'Open another file',
            icon: <Icon name="area" />,
            run: () => tools.value?.openFile?.(),
          } as MenuItem,
        ]
      : []),
    ...(isFile && model.value
      ? [{ label: 'Save a copy', icon: <Icon name="import" />, run: saveCopy } as MenuItem]
      : []),
    {
      label: 'Display…',
      icon: <Icon name="display" />,
      run: next(() => openPopup('display')),
    },
    {
      label: 'Keys',
      icon: <Icon name="keyboard" />,
      keys: '?',
      run: next(() => {
        dialog.value = 'keys';
      }),
    },
  ];
  return <Menu label="More" items={items} />;
}
