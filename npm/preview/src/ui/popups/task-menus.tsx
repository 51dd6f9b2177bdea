/** Menus of a task, a section and the board's columns. */
import type { Task } from 'long-term-plan-core/slim';
import { GROUPINGS } from '../../plan/columns.ts';
import { claimOrRelease, copyLink, deleteTasks } from '../../state/actions.ts';
import { go, openTaskById, showLine } from '../../state/navigation.ts';
import { openPopup } from '../../state/popups.ts';
import { adding, address, me, model, renaming } from '../../state/store.ts';
import { labelOf } from '../../words/labels.ts';
import { Menu, type MenuItem } from '../menu.tsx';
import { Icon } from '../parts.tsx';

/** After the menu is closed and the focus is back at its control. */
const next = (work: () => void) => () => void setTimeout(work);

export function TaskMenu({ tasks }: { tasks: Task[] }) {
  const [task] = tasks;
  if (!task) return null;
  const isMine = task.assignee === me.value && task.status === 'doing';
  const items: MenuItem[] = [
    { label: 'Open', icon: <Icon name="right" />, run: () => openTaskById(task.id) },
    {
      label: 'Rename',
      icon: <Icon name="edit" />,
      keys: 'E',
      run: () => {
        renaming.value = task.id;
      },
    },
    {
      label: 'Status…',
      icon: <Icon name="doing" />,
      keys: 'S',
      run: next(() => openPopup('status', tasks)),
    },
    {
      label: 'Move to section…',
      icon: <Icon name="section" />,
      keys: 'M',
      run: next(() => openPopup('move', tasks)),
    },
    {
      label: 'Make a subtask of…',
      icon: <Icon name="subtasks" />,
      run: next(() => openPopup('parent', tasks)),
    },
    {
      label: 'Add a subtask',
      icon: <Icon name="plus" />,
      run: () => {
        adding.value = { parentTaskId: task.id };
      },
    },
    {
      label: isMine ? 'Release' : 'Claim for me',
      icon: <Icon name="person" />,
      keys: 'I',
      run: () => void claimOrRelease(task),
    },
    { label: 'Copy link', icon: <Icon name="link" />, keys: 'C', run: () => void copyLink(task) },
    { label: 'Show in Text', icon: <Icon name="text" />, run: () => showLine(task.line) },
    {
      label: 'Delete',
      icon: <Icon name="trash" />,
      keys: 'Delete',
      isDanger: true,
      starts: true,
      run: () => void deleteTasks(tasks),
    },
  ];
  return <Menu label="Task" items={items} />;
}

export function SectionMenu({ section }: { section: number }) {
  const plan = model.value;
  const path = plan?.paths[section] ?? [];
  const items: MenuItem[] = [
    {
      label: 'Add a task',
      icon: <Icon name="plus" />,
      run: () => {
        adding.value = { sectionPath: path };
      },
    },
    {
      label: 'Add a section below',
      icon: <Icon name="section" />,
      run: () => {
        renaming.value = 'new section';
      },
    },
    {
      label: 'Rename section',
      icon: <Icon name="edit" />,
      keys: 'E',
      run: () => {
        renaming.value = `section ${section}`;
      },
    },
    {
      label: 'Show in Text',
      icon: <Icon name="text" />,
      run: () => showLine(plan?.outline.sections[section]?.line ?? 1),
    },
  ];
  const tasks =
    plan?.outline.tasks.filter((task) => task.section === section && task.parent === undefined) ??
    [];
  if (tasks.length > 0) {
    items.push({
      label: `Delete its ${tasks.length} tasks`,
      icon: <Icon name="trash" />,
      isDanger: true,
      starts: true,
      run: () => void deleteTasks(tasks),
    });
  }
  return <Menu label={`Section ${path.at(-1) ?? ''}`} items={items} />;
}

export function ColumnMenu() {
  const items = GROUPINGS.map(
    (grouping): MenuItem => ({
      label: labelOf(grouping),
      isOn: address.value.grouping === grouping,
      run: () => go({ grouping }),
    }),
  );
  return <Menu label="Group by" items={items} />;
}
