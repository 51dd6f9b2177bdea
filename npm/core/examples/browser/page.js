/** Shows the tasks of the text in the page. A click on one ticks it off, in the text itself. */
import { applyEdit, parse, validate } from 'long-term-plan-core';

const plan = /** @type {HTMLTextAreaElement} */ (document.getElementById('plan'));
const list = /** @type {HTMLUListElement} */ (document.getElementById('tasks'));
const diagnostics = /** @type {HTMLElement} */ (document.getElementById('diagnostics'));

plan.value = `<!-- long-term-plan:format=v1 -->
# Trip

- [ ] Buy tickets <!-- long-term-plan:id=t_tickets -->
- [ ] Pack <!-- long-term-plan:id=t_pack -->
`;
plan.addEventListener('input', show);
show();

function show() {
  const { tasks } = parse(plan.value);
  const { errors } = validate(plan.value);
  diagnostics.textContent = errors
    .map(({ line, message }) => `Line ${line}: ${message}`)
    .join('\n');
  list.replaceChildren(
    ...tasks.map(({ id, title, status }) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.textContent = `${status === 'done' ? '☑' : '☐'} ${title}`;
      button.disabled = errors.length > 0;
      button.addEventListener('click', () => {
        const next = status === 'done' ? 'todo' : 'done';
        plan.value = applyEdit(plan.value, { op: 'update', taskId: id, status: next }).newText;
        show();
      });
      item.append(button);
      return item;
    }),
  );
}
