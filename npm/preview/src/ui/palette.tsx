/** Finds tasks, runs commands, and goes places. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { valuesOf } from '../plan/filters.ts';
import { taskOf } from '../plan/model.ts';
import { addTask } from '../state/actions.ts';
import { COMMANDS, type Command, canRun } from '../state/commands.ts';
import { keptTexts } from '../state/edits.ts';
import { openTaskById, setFilters, showPlan } from '../state/navigation.ts';
import { currentTasks } from '../state/selection.ts';
import { active, address, canEdit, dialog, log, model, plans } from '../state/store.ts';
import { Avatar, Icon, Keys, Marked, TaskDisc } from './parts.tsx';
import { type Option, OptionRow } from './search-list.tsx';

interface Group {
  name: string;
  options: Option[];
}

const MOST_TASKS = 6;
const MOST_ACTIONS = 6;

export function Palette() {
  const element = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const tasks = useRef(currentTasks());
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
  const taken = (work: () => void) => () => {
    close();
    // Commands look at what has the focus.
    setTimeout(work);
  };
  const groups = useMemo(() => groupsFor(query, tasks.current, taken), [query, model.value]);
  const all = groups.flatMap(({ options }) => options);
  const chosen = all[Math.min(at, all.length - 1)];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined)
      setAt((Math.min(at, all.length - 1) + step + all.length) % Math.max(1, all.length));
    else if (
      event.key === 'Enter' &&
      (event.ctrlKey || event.metaKey) &&
      canEdit.value &&
      query.trim() !== ''
    ) {
      taken(() => void addTask(query, {}))();
    } else if (event.key === 'Enter') chosen?.take();
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={element}
      class="pal"
      aria-label="Search or run a command"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div class="pal-in">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={chosen ? `palette-${chosen.key}` : undefined}
          autocomplete="off"
          placeholder="Search or run a command"
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="esc" onClick={close}>
          <span class="vh">Cancel</span> <kbd>Esc</kbd>
        </button>
      </div>
      <div class="pal-list scroll" id="palette-list" role="listbox" aria-label="Results">
        {groups.map(({ name, options }) => (
          <div role="group" key={name} aria-label={name}>
            <span aria-hidden="true">{name}</span>
            {options.map((option) => (
              <OptionRow
                key={option.key}
                id={`palette-${option.key}`}
                option={option}
                isChosen={option === chosen}
              />
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 && <p class="hint">Nothing found</p>}
      <div class="pal-foot">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span>
          <kbd>&gt;</kbd> commands only
        </span>
        <span>
          <kbd>#</kbd> tags
        </span>
        <span>
          <kbd>@</kbd> people
        </span>
      </div>
    </dialog>
  );
}

type Taken = (work: () => void) => () => void;
type Tasks = ReturnType<typeof currentTasks>;

function groupsFor(query: string, current: Tasks, taken: Taken): Group[] {
  const sign = query[0];
  const rest = query.slice(1).trim();
  if (sign === '>')
    return [{ name: 'Commands', options: commandOptions(rest, current, taken) }].filter(hasOptions);
  if (sign === '#') return [{ name: 'Tags', options: tagOptions(rest, taken) }].filter(hasOptions);
  if (sign === '@')
    return [{ name: 'People', options: peopleOptions(rest, taken) }].filter(hasOptions);
  const found = taskOptions(query, taken);
  const [first] = found.tasks;
  const about = current.length > 0 ? current : first ? [first] : [];
  const onTask = COMMANDS.filter(({ group, needs }) => needs === 'task' && group !== 'Moving');
  const others = COMMANDS.filter(({ needs }) => needs !== 'task');
  const words = query.trim().toLowerCase();
  const has = ({ label }: Command) => label.toLowerCase().includes(words);
  const shownOnTask = (
    words === '' ? onTask : [...onTask.filter(has), ...onTask.filter((one) => !has(one))]
  ).slice(0, words === '' ? MOST_ACTIONS : 4);
  const title = about.length === 1 ? about[0]?.title : `${about.length} tasks`;
  return [
    { name: query.trim() === '' ? 'Recent tasks' : 'Tasks', options: found.options },
    {
      name: `Do with ${title}`,
      options: about.length > 0 && canEdit.value ? optionsOf(shownOnTask, about, query, taken) : [],
    },
    {
      name: 'Go to and create',
      options: [
        ...placeOptions(query, taken),
        ...optionsOf(others.filter(has).slice(0, words === '' ? 4 : 12), current, query, taken),
        ...newTaskOption(query, taken),
      ],
    },
  ].filter(hasOptions);
}

const hasOptions = ({ options }: Group) => options.length > 0;

function taskOptions(query: string, taken: Taken): { options: Option[]; tasks: Tasks } {
  const plan = model.value;
  if (!plan) return { options: [], tasks: [] };
  const recent = [...new Set(log.value.flatMap(({ taskId }) => taskId ?? []))].flatMap(
    (id) => taskOf(plan, id) ?? [],
  );
  const found =
    query.trim() === ''
      ? recent.slice(0, 5)
      : [...plan.open.find(query)]
          .slice(0, MOST_TASKS)
          .flatMap((index) => plan.outline.tasks[index] ?? []);
  const options = found.map((task): Option => {
    const parent = plan.outline.tasks[task.parent ?? -1]?.title;
    const place = [plan.outline.sections[task.section ?? -1]?.name, parent]
      .filter(Boolean)
      .join(' › ');
    return {
      key: task.id,
      label: `${task.title}, ${place}`,
      shown: (
        <>
          <Marked text={task.title} query={query} /> <span class="crumb">{place}</span>
        </>
      ),
      icon: <TaskDisc task={task} isNamed />,
      take: taken(() => {
        active.value = task.id;
        openTaskById(task.id);
      }),
    };
  });
  return { options, tasks: found };
}

const optionsOf = (
  commands: readonly Command[],
  tasks: Tasks,
  query: string,
  taken: Taken,
): Option[] =>
  commands
    .filter(
      (command) =>
        canRun(command, tasks) &&
        (command.label !== 'Copy the text you did not keep' || keptTexts().length > 0),
    )
    .map((command) => ({
      key: command.label.replace(/\W+/g, '-'),
      label: command.label,
      shown: <Marked text={command.label} query={query} />,
      icon: command.icon && <Icon name={command.icon} />,
      end: command.keys[0]?.split(' ').map((keys) => <Keys key={keys} keys={keys} />),
      take: taken(() => command.run(tasks)),
    }));

function commandOptions(query: string, tasks: Tasks, taken: Taken): Option[] {
  const words = query.toLowerCase();
  return optionsOf(
    COMMANDS.filter(({ label }) => label.toLowerCase().includes(words)),
    tasks,
    query,
    taken,
  );
}

function placeOptions(query: string, taken: Taken): Option[] {
  const words = query.trim().toLowerCase();
  if (words === '') return [];
  const plan = model.value;
  const sections = (plan?.outline.sections ?? []).flatMap(({ name, level }, index): Option[] => {
    if (level < 2 || !name.toLowerCase().includes(words)) return [];
    const { done = 0, total = 0 } = plan?.progress[index] ?? {};
    return [
      {
        key: `section-${index}`,
        label: `Section ${name}`,
        shown: (
          <>
            Section <Marked text={name} query={query} />
          </>
        ),
        icon: <Icon name="section" />,
        end: `${done} of ${total}`,
        take: taken(() => {
          active.value = `section ${index}`;
        }),
      },
    ];
  });
  const others = (plans.value ?? [])
    .filter(
      ({ planId, title }) => planId !== address.value.planId && title.toLowerCase().includes(words),
    )
    .map(
      ({ planId, title }): Option => ({
        key: `plan-${planId}`,
        label: `Plan ${title}`,
        icon: <Icon name="logo" />,
        take: taken(() => showPlan(planId)),
      }),
    );
  return [...sections.slice(0, 4), ...others.slice(0, 4)];
}

function newTaskOption(query: string, taken: Taken): Option[] {
  if (query.trim() === '' || !canEdit.value) return [];
  return [
    {
      key: 'new-task',
      label: `New task “${query.trim()}”`,
      icon: <Icon name="plus" />,
      end: (
        <>
          <kbd>Ctrl</kbd> <kbd>↵</kbd>
        </>
      ),
      take: taken(() => void addTask(query, {})),
    },
  ];
}

function tagOptions(query: string, taken: Taken): Option[] {
  const tags = valuesOf(model.value?.outline.tasks ?? [], ({ tags = [] }) => tags);
  return tags
    .filter((tag) => tag.toLowerCase().includes(query.toLowerCase()))
    .map((tag) => ({
      key: `tag-${tag}`,
      label: tag,
      icon: <Icon name="tag" />,
      take: taken(() => setFilters({ tag })),
    }));
}

function peopleOptions(query: string, taken: Taken): Option[] {
  const names = valuesOf(model.value?.outline.tasks ?? [], ({ assignee }) =>
    assignee ? [assignee] : [],
  );
  return names
    .filter((name) => name.toLowerCase().includes(query.toLowerCase()))
    .map((name) => ({
      key: `who-${name}`,
      label: name,
      icon: <Avatar name={name} />,
      take: taken(() => setFilters({ assignee: name })),
    }));
}
