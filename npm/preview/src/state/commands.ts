/** Everything the page can do, with its keys: for the keyboard, the palette and the list of keys. */
import type { Task } from 'long-term-plan-core/slim';
import type { IconName } from '../ui/icons.ts';
import {
  claimOrRelease,
  copyLink,
  deleteTasks,
  indent,
  moveBy,
  outdent,
  toggleDone,
} from './actions.ts';
import type { View } from './address.ts';
import { changeTasks, copyText, keptTexts } from './edits.ts';
import { clearFilters, goHome, setFilters, showRail, showView } from './navigation.ts';
import { openPopup } from './popups.ts';
import { currentTasks, selectAll, toggleSelected } from './selection.ts';
import {
  active,
  adding,
  address,
  canEdit,
  dialog,
  model,
  type PopupKind,
  rail,
  renaming,
  tools,
} from './store.ts';
import { redoLast, undoLast } from './writes.ts';

export interface Command {
  label: string;
  group: 'Everywhere' | 'On a task' | 'Moving' | 'Going';
  icon?: IconName;
  /** Alternatives, the shown one first; two keys after each other have a space between them. */
  keys: string[];
  needs?: 'task' | 'edit' | 'plan';
  run(tasks: Task[]): void;
}

const rowElement = (tasks: readonly Task[]): Element | null => {
  const id = CSS.escape(tasks[0]?.id ?? '');
  const inRail = document.activeElement?.closest('.rail');
  return inRail ? document.activeElement : document.querySelector(`main [data-task="${id}"]`);
};

const popup = (kind: PopupKind) => (tasks: Task[]) => openPopup(kind, tasks, rowElement(tasks));

const setStatus = (status: 'todo' | 'doing' | 'done') => (tasks: Task[]) =>
  void changeTasks(
    tasks,
    { status },
    tasks.length === 1 ? `Changed “${tasks[0]?.title}”` : `Changed ${tasks.length} tasks`,
  );

const onFirst = (work: (task: Task) => unknown) => (tasks: Task[]) => {
  const [task] = tasks;
  if (task) work(task);
};

/** Adds after the active task, or at the end of its section. */
export function startAdding(atEnd: boolean): void {
  const plan = model.value;
  if (!canEdit.value || !plan) return;
  if (address.value.view !== 'outline') showView('outline');
  const [task] = currentTasks();
  const section = active.value.startsWith('section ')
    ? Number(active.value.slice(8))
    : task?.section;
  const sectionPath = plan.paths[section ?? -1];
  if (task && !atEnd) adding.value = { afterTaskId: task.id };
  else adding.value = sectionPath && sectionPath.length > 0 ? { sectionPath } : {};
}

const views: [View, string][] = [
  ['outline', 'O'],
  ['board', 'B'],
  ['timeline', 'T'],
  ['graph', 'G'],
  ['progress', 'P'],
  ['text', 'X'],
];

export const COMMANDS: Command[] = [
  {
    label: 'Search or run a command',
    group: 'Everywhere',
    icon: 'search',
    keys: ['Mod+K'],
    run: () => {
      dialog.value = 'palette';
    },
  },
  {
    label: 'Search in this view',
    group: 'Everywhere',
    icon: 'filter',
    keys: ['/'],
    needs: 'plan',
    run: () => openPopup('filter', [], document.querySelector('.tools')),
  },
  {
    label: 'New task',
    group: 'Everywhere',
    icon: 'plus',
    keys: ['N'],
    needs: 'edit',
    run: () => startAdding(false),
  },
  {
    label: 'New task at the end of the section',
    group: 'Everywhere',
    icon: 'plus',
    keys: ['Shift+N'],
    needs: 'edit',
    run: () => startAdding(true),
  },
  {
    label: 'New section',
    group: 'Everywhere',
    icon: 'section',
    keys: [],
    needs: 'edit',
    run: () => {
      if (address.value.view !== 'outline') showView('outline');
      renaming.value = 'new section';
    },
  },
  {
    label: 'New plan',
    group: 'Everywhere',
    icon: 'plus',
    keys: [],
    run: () => {
      if (tools.value?.openFile === undefined) dialog.value = 'new-plan';
    },
  },
  {
    label: 'Activity',
    group: 'Everywhere',
    icon: 'activity',
    keys: ['A'],
    needs: 'plan',
    run: () => showRail(rail.value === 'activity' ? '' : 'activity'),
  },
  {
    label: 'Who is at work',
    group: 'Everywhere',
    icon: 'person',
    keys: ['W'],
    needs: 'plan',
    run: () => showRail(rail.value === 'now' ? '' : 'now'),
  },
  {
    label: 'Undo your last change',
    group: 'Everywhere',
    icon: 'undo',
    keys: ['Mod+Z'],
    needs: 'edit',
    run: undoLast,
  },
  {
    label: 'Redo',
    group: 'Everywhere',
    keys: ['Mod+Shift+Z'],
    needs: 'edit',
    run: () => void redoLast(),
  },
  { label: 'Other pane', group: 'Everywhere', keys: ['F6'], needs: 'plan', run: otherPane },
  {
    label: 'Show what is in progress',
    group: 'Everywhere',
    icon: 'doing',
    keys: [],
    needs: 'plan',
    run: () => setFilters({ quick: 'doing' }),
  },
  {
    label: 'Show what is ready',
    group: 'Everywhere',
    icon: 'todo',
    keys: [],
    needs: 'plan',
    run: () => setFilters({ quick: 'ready' }),
  },
  {
    label: 'Show what is overdue',
    group: 'Everywhere',
    icon: 'clock',
    keys: [],
    needs: 'plan',
    run: () => setFilters({ quick: 'overdue' }),
  },
  {
    label: 'Show what is mine',
    group: 'Everywhere',
    icon: 'person',
    keys: [],
    needs: 'plan',
    run: () => setFilters({ quick: 'mine' }),
  },
  {
    label: 'Clear filters',
    group: 'Everywhere',
    icon: 'close',
    keys: [],
    needs: 'plan',
    run: clearFilters,
  },
  {
    label: 'Display',
    group: 'Everywhere',
    icon: 'display',
    keys: [],
    run: () => openPopup('display', [], document.querySelector('.tools')),
  },
  {
    label: 'Print',
    group: 'Everywhere',
    icon: 'import',
    keys: [],
    needs: 'plan',
    run: () => print(),
  },
  {
    label: 'Copy the text you did not keep',
    group: 'Everywhere',
    icon: 'copy',
    keys: [],
    run: () => void copyText(keptTexts()[0]?.text ?? ''),
  },
  {
    label: 'Keys',
    group: 'Everywhere',
    icon: 'keyboard',
    keys: ['?'],
    run: () => {
      dialog.value = 'keys';
    },
  },
  {
    label: 'Done, or to do again',
    group: 'On a task',
    icon: 'done',
    keys: ['Space'],
    needs: 'task',
    run: (tasks) => void toggleDone(tasks),
  },
  {
    label: 'Status…',
    group: 'On a task',
    icon: 'doing',
    keys: ['S'],
    needs: 'task',
    run: popup('status'),
  },
  {
    label: 'To do',
    group: 'On a task',
    icon: 'todo',
    keys: ['1'],
    needs: 'task',
    run: setStatus('todo'),
  },
  {
    label: 'In progress',
    group: 'On a task',
    icon: 'doing',
    keys: ['2'],
    needs: 'task',
    run: setStatus('doing'),
  },
  {
    label: 'Done',
    group: 'On a task',
    icon: 'done',
    keys: ['3'],
    needs: 'task',
    run: setStatus('done'),
  },
  {
    label: 'Rename',
    group: 'On a task',
    icon: 'edit',
    keys: ['E', 'F2'],
    needs: 'task',
    run: onFirst((task) => {
      const title = document.querySelector<HTMLTextAreaElement>('.rail .title-field');
      if (title && address.value.taskId === task.id) title.select();
      else renaming.value = task.id;
    }),
  },
  {
    label: 'Priority…',
    group: 'On a task',
    icon: 'high',
    keys: ['P'],
    needs: 'task',
    run: popup('priority'),
  },
  {
    label: 'Assign to…',
    group: 'On a task',
    icon: 'person',
    keys: ['@'],
    needs: 'task',
    run: popup('assignee'),
  },
  {
    label: 'Set due date…',
    group: 'On a task',
    icon: 'calendar',
    keys: ['D'],
    needs: 'task',
    run: popup('due'),
  },
  {
    label: 'Tags…',
    group: 'On a task',
    icon: 'tag',
    keys: ['#'],
    needs: 'task',
    run: popup('tags'),
  },
  {
    label: 'Estimate…',
    group: 'On a task',
    icon: 'estimate',
    keys: ['L'],
    needs: 'task',
    run: popup('estimate'),
  },
  {
    label: 'Add a task that blocks this one…',
    group: 'On a task',
    icon: 'dependency',
    keys: ['B'],
    needs: 'task',
    run: popup('dependency'),
  },
  {
    label: 'Move to section…',
    group: 'On a task',
    icon: 'section',
    keys: ['M'],
    needs: 'task',
    run: popup('move'),
  },
  {
    label: 'Claim or release',
    group: 'On a task',
    icon: 'person',
    keys: ['I'],
    needs: 'task',
    run: onFirst((task) => void claimOrRelease(task)),
  },
  {
    label: 'Copy link',
    group: 'On a task',
    icon: 'link',
    keys: ['C'],
    needs: 'task',
    run: onFirst((task) => void copyLink(task)),
  },
  {
    label: 'Delete',
    group: 'On a task',
    icon: 'trash',
    keys: ['Delete', 'Backspace'],
    needs: 'task',
    run: (tasks) => void deleteTasks(tasks),
  },
  {
    label: 'Select',
    group: 'Moving',
    icon: 'check',
    keys: ['X'],
    needs: 'task',
    run: () => toggleSelected(active.value),
  },
  {
    label: 'Select all that match',
    group: 'Moving',
    keys: ['Mod+A'],
    needs: 'plan',
    run: selectAll,
  },
  {
    label: 'Move up',
    group: 'Moving',
    icon: 'up',
    keys: ['Alt+ArrowUp'],
    needs: 'task',
    run: onFirst((task) => void moveBy(task, -1)),
  },
  {
    label: 'Move down',
    group: 'Moving',
    icon: 'down',
    keys: ['Alt+ArrowDown'],
    needs: 'task',
    run: onFirst((task) => void moveBy(task, 1)),
  },
  {
    label: 'Make a subtask',
    group: 'Moving',
    icon: 'subtasks',
    keys: ['Alt+ArrowRight'],
    needs: 'task',
    run: onFirst((task) => void indent(task)),
  },
  {
    label: 'Lift out of its parent',
    group: 'Moving',
    keys: ['Alt+ArrowLeft'],
    needs: 'task',
    run: onFirst((task) => void outdent(task)),
  },
  ...views.map(
    ([view, key]): Command => ({
      label: view.charAt(0).toUpperCase() + view.slice(1),
      group: 'Going',
      icon: view,
      keys: [`G ${key}`],
      needs: 'plan',
      run: () => showView(view),
    }),
  ),
  { label: 'All plans', group: 'Going', icon: 'logo', keys: ['G H'], run: goHome },
];

/** Whether a command makes sense now. */
export function canRun({ needs }: Command, tasks: readonly Task[]): boolean {
  if (needs === undefined) return true;
  if (model.value === undefined) return false;
  if (needs === 'plan') return true;
  return canEdit.value && (needs === 'edit' || tasks.length > 0);
}

/** Moves the focus between the plan and the rail. */
function otherPane(): void {
  const isInRail = document.activeElement?.closest('.rail') != null;
  const row = document.querySelector<HTMLElement>('main [tabindex="0"]');
  const target = isInRail
    ? (row ?? document.querySelector<HTMLElement>('main'))
    : document.querySelector<HTMLElement>('.rail');
  target?.focus();
}
