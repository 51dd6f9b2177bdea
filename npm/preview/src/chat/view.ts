/** The list of tasks as elements. All text of a plan is set as text, never as HTML. */
import type { Row, Shown } from './rows.ts';

export interface Actions {
  /** Without it, nothing can be ticked. */
  tick?: ((row: Row, isDone: boolean) => void) | undefined;
  showMore?: (() => void) | undefined;
}

export function showTasks(root: HTMLElement, shown: Shown, { tick, showMore }: Actions): void {
  const heading = element('h1', shown.title);
  if (shown.progress) {
    const { done, total } = shown.progress;
    heading.append(element('small', `${done} of ${total} done`));
  }
  const sections = bySection(shown.rows).map(([name, rows]) => {
    const list = element('ul');
    list.append(...rows.map((row) => item(row, tick)));
    return name === '' ? [list] : [element('h2', name), list];
  });
  const empty = shown.rows.length === 0 ? [element('p', 'No tasks.')] : [];
  root.replaceChildren(heading, ...sections.flat(), ...empty, ...rest(shown, showMore));
}

/** A message above the tasks, which stay. */
export function showProblem(root: HTMLElement, text: string): void {
  root.querySelector('[role=alert]')?.remove();
  const alert = element('p', text);
  alert.setAttribute('role', 'alert');
  root.prepend(alert);
}

function rest(
  { rows, count, nextCursor }: Shown,
  showMore: (() => void) | undefined,
): HTMLElement[] {
  if (nextCursor === undefined) return [];
  if (showMore) {
    const button = element('button', 'Show more');
    button.addEventListener('click', showMore);
    return [button];
  }
  const left =
    count === undefined ? 'More tasks follow.' : `${count - rows.length} more tasks follow.`;
  return [element('p', left)];
}

/** Runs of rows with the same headings; a subtask stays with its parent. */
function bySection(rows: readonly Row[]): [string, Row[]][] {
  const runs: [string, Row[]][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && (row.depth > 0 || last[0] === row.section)) last[1].push(row);
    else runs.push([row.section, [row]]);
  }
  return runs;
}

function item(row: Row, tick: Actions['tick']): HTMLElement {
  const box = element('input');
  box.type = 'checkbox';
  box.checked = row.status === 'done';
  box.indeterminate = row.status === 'doing';
  box.disabled = tick === undefined;
  box.addEventListener('change', () => {
    box.disabled = true;
    tick?.(row, box.checked);
  });
  const label = element('label');
  label.append(box, element('span', row.title));
  if (row.details.length > 0) label.append(element('small', row.details.join(' · ')));
  const line = element('li');
  line.dataset.status = row.status;
  line.style.setProperty('--depth', String(row.depth));
  line.append(label);
  return line;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text?: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}
