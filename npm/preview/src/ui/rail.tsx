/** The place for detail at the right: Now, a task, Activity or Problems. A dialog where there is no room next to the plan. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { closeRail, showRail } from '../state/navigation.ts';
import { active, address, isLive, openTask, rail, waiting } from '../state/store.ts';
import { Activity } from './activity.tsx';
import { Now } from './now.tsx';
import { Connection, IconButton } from './parts.tsx';
import { Problems } from './problems.tsx';
import { TaskPanel } from './task/task-panel.tsx';
import { useMedia } from './use-media.ts';

export const isRailOpen = (): boolean => address.value.taskId !== '' || rail.value !== '';

export function Rail() {
  const isOver = useMedia('(max-width: 1100px)');
  if (!isRailOpen()) return null;
  const content = <RailContent />;
  return isOver ? <Over>{content}</Over> : content;
}

function RailContent() {
  if (address.value.taskId !== '') {
    return openTask.value ? (
      <TaskPanel key={openTask.value.id} task={openTask.value} />
    ) : (
      <Missing />
    );
  }
  if (rail.value === 'activity') return <Activity />;
  if (rail.value === 'problems') return <Problems />;
  return <Now />;
}

/** A modal dialog: what is below it cannot be reached. */
function Over({ children }: { children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('.rail')?.focus();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog
      class="rail-over"
      ref={dialog}
      aria-label="Details"
      onCancel={(event) => {
        event.preventDefault();
        leaveRail();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) leaveRail();
      }}
    >
      {children}
    </dialog>
  );
}

/** Closes the rail; the focus goes back to the row it came from. */
export function leaveRail(): void {
  const from = address.value.taskId === '' ? active.value : address.value.taskId;
  closeRail();
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`main [data-task="${CSS.escape(from)}"]`);
    (row ?? document.querySelector<HTMLElement>('main'))?.focus();
  });
}

export function RailHead({ title, withLive = false }: { title: string; withLive?: boolean }) {
  return (
    <header class="rail-head">
      <h2>{title}</h2>
      {withLive && <Connection isOn={isLive.value} waits={waiting.value} />}
      <span class="grow" />
      <IconButton icon="close" label="Close" keys="Escape" onClick={leaveRail} />
    </header>
  );
}

function Missing() {
  return (
    <aside class="rail sheet" aria-label="Task" tabIndex={-1}>
      <RailHead title="This task is gone" />
      <div class="rail-body">
        <p>It was deleted, or the link is from another version of the plan.</p>
        <button
          type="button"
          class="btn"
          onClick={() => {
            closeRail();
            showRail('activity');
          }}
        >
          Look in Activity
        </button>
      </div>
    </aside>
  );
}
