/** Menus of fixed words: status with state, and priority. */
import type { Task } from 'long-term-plan-core/slim';
import type { Values } from '../../plan/fields.ts';
import { changeTasks } from '../../state/edits.ts';
import { labelOf, PRIORITIES, STATES, STATUSES } from '../../words/labels.ts';
import { Menu, type MenuItem } from '../menu.tsx';
import { Disc, Icon, priorityIcon } from '../parts.tsx';

export const nameOf = (tasks: readonly Task[]): string =>
  tasks.length === 1 ? `“${tasks[0]?.title}”` : `${tasks.length} tasks`;

export function Choices({ field, tasks }: { field: 'status' | 'priority'; tasks: Task[] }) {
  const set = (values: Values, said: string) => () => void changeTasks(tasks, values, said);
  const [first] = tasks;
  const name = nameOf(tasks);
  if (field === 'priority') {
    const items = ['highest', 'high', 'medium', 'low', ''].map((word): MenuItem => {
      const known = PRIORITIES.find((priority) => priority === word);
      return {
        label: known ? labelOf(known) : 'None',
        icon: <Icon name={priorityIcon(known)} class={`pr-${known ?? 'none'}`} />,
        isOn: (first?.priority ?? '') === word,
        run: set({ priority: word }, `Changed the priority of ${name}`),
      };
    });
    return <Menu label="Priority" items={items} />;
  }
  const statuses = STATUSES.map(
    (status, index): MenuItem => ({
      label: labelOf(status),
      icon: <Disc kind={status} />,
      keys: String(index + 1),
      isOn: first?.status === status && first.state === undefined,
      run: set({ status }, `${labelOf(status)}: ${name}`),
    }),
  );
  const states = STATES.map(
    (state, index): MenuItem => ({
      label: labelOf(state),
      icon: <Disc kind={state} />,
      isOn: first?.state === state,
      starts: index === 0,
      run: set({ state }, `${labelOf(state)}: ${name}`),
    }),
  );
  return <Menu label="Status" items={[...statuses, ...states]} />;
}
