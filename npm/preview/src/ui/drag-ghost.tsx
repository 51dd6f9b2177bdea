/** What is dragged, at the pointer. */
import { dragging } from '../state/drag.ts';
import { TaskDisc } from './parts.tsx';

export function DragGhost() {
  const now = dragging.value;
  const first = now?.tasks[0];
  if (!now || !first) return null;
  return (
    <div class="drag-ghost" aria-hidden="true" style={{ '--x': `${now.x}px`, '--y': `${now.y}px` }}>
      <TaskDisc task={first} />
      <span class="cut">{first.title}</span>
      {now.tasks.length > 1 && <span class="badge">{now.tasks.length}</span>}
    </div>
  );
}
