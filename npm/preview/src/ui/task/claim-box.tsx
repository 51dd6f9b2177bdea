/** Who works on the task, since when, and how to take or return it. */
import type { Task } from 'long-term-plan-core/slim';
import { claim, release } from '../../state/actions.ts';
import { canEdit, claimOf, log, me, now } from '../../state/store.ts';
import { ago, duration, since } from '../../words/dates.ts';
import { Avatar, presenceOf } from '../parts.tsx';

export function ClaimBox({ task }: { task: Task }) {
  const held = claimOf.value.get(task.id);
  const by = held?.by ?? (task.status === 'doing' ? task.assignee : undefined);
  if (task.status === 'done') return null;
  if (by === undefined) {
    if (!canEdit.value) return null;
    return (
      <p class="claim none">
        <span>No one is working on this</span>
        <button type="button" class="btn tiny" onClick={() => void claim(task)}>
          Claim for me
        </button>
      </p>
    );
  }
  const started = held
    ? Date.parse(held.since)
    : log.value.find(({ parts }) =>
        parts.some((part) => part.taskId === task.id && part.to === 'doing'),
      )?.at;
  const presence = presenceOf(task.id);
  const seen =
    presence &&
    (presence.isQuiet
      ? `inactive for ${duration(now.value - presence.lastSeen)}`
      : `active ${ago(presence.lastSeen, now.value)}`);
  const details = [started !== undefined && `Since ${since(started, now.value)}`, seen]
    .filter(Boolean)
    .join(' · ');
  const isMine = by === me.value;
  return (
    <div class={`claim ${presence?.isQuiet ? 'quiet' : ''}`}>
      <Avatar name={by} size="l" dot={presence ? (presence.isQuiet ? 'warn' : 'on') : ''} />
      <div>
        <p>
          <b>{isMine ? 'You' : by}</b> {isMine ? 'are' : 'is'} working on this
        </p>
        {details && <p>{details}</p>}
      </div>
      {canEdit.value &&
        (isMine ? (
          <button type="button" class="btn tiny" onClick={() => void release(task)}>
            Release
          </button>
        ) : (
          <span class="claim-acts">
            <button type="button" class="btn tiny" onClick={() => void release(task)}>
              Release
            </button>
            <button type="button" class="btn tiny" onClick={() => void claim(task, true)}>
              Take over
            </button>
          </span>
        ))}
    </div>
  );
}
