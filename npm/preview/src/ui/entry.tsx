/** A change in the log, as a sentence. */

import { computed } from '@preact/signals';
import { type ChangePart, type Entry, overwritten } from '../plan/log.ts';
import { taskOf } from '../plan/model.ts';
import { openTaskById } from '../state/navigation.ts';
import { canEdit, log, me, model, today, unseen } from '../state/store.ts';
import { undoChange } from '../state/writes.ts';
import { isDay, shortDate } from '../words/dates.ts';
import { type DiscKind, fieldName, labelOf } from '../words/labels.ts';
import { isAgent } from '../words/people.ts';
import { Avatar, Disc, Icon, When } from './parts.tsx';

const overwrittenNow = computed(() => overwritten(log.value));

const nameOf = ({ by }: Entry): string => (by === '' ? 'Someone, in the file' : by);

function Sentence({ entry }: { entry: Entry }) {
  const { verb, taskId, title } = entry;
  const exists = taskOf(model.value, taskId) !== undefined;
  return (
    <>
      <b>{nameOf(entry)}</b> {verb}{' '}
      {taskId !== undefined &&
        (exists ? (
          <button type="button" class="tl-link" onClick={() => openTaskById(taskId)}>
            {title}
          </button>
        ) : (
          <span class="gone">{title}</span>
        ))}
    </>
  );
}

/** In one line. */
export function EntryLine({ entry }: { entry: Entry }) {
  return (
    <li class="entry">
      <Avatar name={nameOf(entry)} />
      <p class="said-what">
        <Sentence entry={entry} />
      </p>
      <span class="when">
        <When at={entry.at} />
      </span>
    </li>
  );
}

export function EntryItem({ entry }: { entry: Entry }) {
  const isNew = unseen.value.has(entry.changeId);
  const classes = [
    'entry',
    entry.undoneBy !== undefined && 'undone',
    isNew && 'fresh',
    isNew && !isAgent(entry.by) && 'fresh-person',
  ];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <Avatar name={nameOf(entry)} size="m" />
      <div class="said-what">
        <p>
          <Sentence entry={entry} />
        </p>
        <Parts entry={entry} />
      </div>
      <span class="when">
        <When at={entry.at} />
        <UndoButton entry={entry} />
      </span>
    </li>
  );
}

function UndoButton({ entry }: { entry: Entry }) {
  const { changeId, undoneBy, hasDeleted, verb, title = '' } = entry;
  if (undoneBy !== undefined) {
    const undo = log.value.find((other) => other.changeId === undoneBy);
    return (
      <span>
        {undo ? (
          <>
            {undo.by === me.value ? 'you' : undo.by || 'someone'} undid this <When at={undo.at} />
          </>
        ) : (
          'undone'
        )}
      </span>
    );
  }
  if (!canEdit.value) return null;
  const isOverwritten = overwrittenNow.value.has(changeId);
  return (
    <button
      type="button"
      class="btn tiny ghost"
      aria-disabled={isOverwritten}
      title={isOverwritten ? 'Changed again since' : ''}
      onClick={() => {
        if (!isOverwritten) void undoChange(changeId, `${verb} ${title}`);
      }}
    >
      <Icon name="undo" />
      {hasDeleted ? 'Restore' : 'Undo'}
      {isOverwritten && <span class="vh">: changed again since</span>}
    </button>
  );
}

const MOST_PARTS = 6;

function Parts({ entry }: { entry: Entry }) {
  const { parts, taskId } = entry;
  if (taskId !== undefined) {
    return (
      <>
        {parts.map((part, index) => (
          <Delta key={index} part={part} />
        ))}
      </>
    );
  }
  const named = parts.filter((part) => part.title !== undefined);
  return (
    <ul class="batch">
      {named.slice(0, MOST_PARTS).map((part, index) => (
        <li key={index}>
          <Disc kind={discOf(part)} />
          <span class="cut">{part.title}</span>
        </li>
      ))}
      {named.length > MOST_PARTS && <li>and {named.length - MOST_PARTS} more</li>}
    </ul>
  );
}

const DISCS = ['todo', 'doing', 'done', 'blocked', 'deferred', 'cancelled', 'archived'];
const discOf = ({ to = '' }: ChangePart): DiscKind =>
  DISCS.includes(to) ? (to as DiscKind) : 'todo';

function Delta({ part: { kind, field = '', from, to = '' } }: { part: ChangePart }) {
  if (kind !== 'field' || from === undefined) return null;
  if (field === 'status' || field === 'state') {
    return (
      <p class="delta">
        {from !== '' && (
          <>
            <Disc kind={from as DiscKind} /> {labelOf(from)} <Icon name="arrow" class="to" />
          </>
        )}
        {to === '' ? 'no state' : <Disc kind={to as DiscKind} />} {to !== '' && labelOf(to)}
      </p>
    );
  }
  const shown = (value: string) => (isDay(value) ? shortDate(value, today.value) : value);
  return (
    <p class="delta">
      {field !== 'title' && field !== 'due' && <span>{fieldName(field)}:</span>}
      {from === '' ? <span>none</span> : <del>{shown(from)}</del>}
      <Icon name="arrow" class="to" />
      {to === '' ? <span>none</span> : <ins>{shown(to)}</ins>}
    </p>
  );
}
