/** The two bars at the top: the plan, search, who is at work; and views, quick filters, tools. */
import { QUICK, type Quick } from '../plan/filters.ts';
import { saveCopy } from '../sources/save-copy.ts';
import { VIEWS, writeAddress } from '../state/address.ts';
import { startAdding } from '../state/commands.ts';
import { go, goHome, setFilters, showRail, showView } from '../state/navigation.ts';
import { openPopup } from '../state/popups.ts';
import {
  address,
  canEdit,
  dialog,
  foundCount,
  hasErrors,
  isLive,
  model,
  plans,
  planTitle,
  quickCounts,
  rail,
  source,
  tools,
  unseen,
  waiting,
} from '../state/store.ts';
import { labelOf } from '../words/labels.ts';
import { isAgent } from '../words/people.ts';
import { workersOf } from './now.tsx';
import { Avatar, Connection, Icon, IconButton, presenceOf, Ring } from './parts.tsx';

export function Header() {
  const plan = model.value;
  const isFile = tools.value?.openFile !== undefined;
  const { done = 0, total = 0 } = plan?.outline.stats ?? {};
  return (
    <header class="top">
      {isFile ? (
        <span class="ib home">
          <Icon name="logo" />
        </span>
      ) : (
        <a
          class="ib home"
          href="#/"
          aria-label="All plans"
          onClick={(event) => {
            event.preventDefault();
            goHome();
          }}
        >
          <Icon name="logo" />
        </a>
      )}
      <h1>
        {(plans.value?.length ?? 0) > 0 && !isFile ? (
          <button
            type="button"
            class="plan"
            aria-haspopup="dialog"
            onClick={(event) => openPopup('plans', [], event.currentTarget)}
          >
            <span class="cut">{planTitle.value}</span>
            <Icon name="down" />
          </button>
        ) : (
          <span class="plan cut">{planTitle.value}</span>
        )}
      </h1>
      {plan && (
        <span class="meter">
          <Ring done={done} total={total} />
          {total === 0 ? 0 : Math.round((done / total) * 100)} %
        </span>
      )}
      <Lock />
      {isFile && <FileNote />}
      <span class="grow" />
      <FindButton />
      <PresenceButton />
      <button
        type="button"
        class="btn ghost act"
        aria-pressed={rail.value === 'activity' && address.value.taskId === ''}
        aria-keyshortcuts="A"
        onClick={() => {
          const isShown = rail.value === 'activity' && address.value.taskId === '';
          go({ taskId: '' });
          showRail(isShown ? '' : 'activity');
        }}
      >
        <Icon name="activity" />
        <span class="lbl">Activity</span>
        {unseen.value.size > 0 && (
          <span class="badge">
            {unseen.value.size}
            <span class="vh"> new</span>
          </span>
        )}
      </button>
      <IconButton
        class="more"
        icon="more"
        label="More"
        expands
        onClick={(event) => openPopup('more', [], event.currentTarget)}
      />
    </header>
  );
}

export function FindButton() {
  return (
    <button
      type="button"
      class="find"
      aria-keyshortcuts="Control+K"
      onClick={() => {
        dialog.value = 'palette';
      }}
    >
      <Icon name="search" />
      <span class="lbl">Search or run a command</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}

function Lock() {
  if (hasErrors.value) {
    return (
      <span class="lock bad">
        <Icon name="lock" />
        Read-only until fixed
      </span>
    );
  }
  if (!source.value?.readOnly) return null;
  return (
    <span class="lock">
      <Icon name="lock" />
      Read-only
    </span>
  );
}

function FileNote() {
  if (!model.value || !source.value) return null;
  return (
    <span class="file-note">
      <span class="cut">
        {source.value.place}, opened from disk. {isLive.value ? 'Saved to the file.' : 'Not live.'}
      </span>
      {!isLive.value && (
        <button type="button" class="btn tiny" onClick={saveCopy}>
          Save a copy
        </button>
      )}
    </span>
  );
}

/** How many are drawn. */
const MOST_SHOWN = 6;

function PresenceButton() {
  const workers = workersOf(model.value?.outline.tasks ?? []);
  const people = workers.filter(({ name }) => !isAgent(name));
  const agents = workers.filter(({ name }) => isAgent(name));
  const shown = [...people, ...agents].slice(0, MOST_SHOWN);
  if (shown.length === 0) return null;
  return (
    <button
      type="button"
      class="presence"
      aria-label={`At work: ${workers.map(({ name }) => name).join(', ')}`}
      aria-keyshortcuts="W"
      onClick={() => {
        go({ taskId: '' });
        showRail(rail.value === 'now' && address.value.taskId === '' ? '' : 'now');
      }}
    >
      {shown.map(({ name, task }) => {
        const presence = isAgent(name) ? presenceOf(task.id) : undefined;
        return (
          <Avatar
            key={name}
            name={name}
            size="p"
            dot={presence ? (presence.isQuiet ? 'warn' : 'on') : ''}
          />
        );
      })}
    </button>
  );
}

const QUICK_NAMES: Record<Quick, string> = {
  doing: 'In progress',
  ready: 'Ready',
  overdue: 'Overdue',
  mine: 'Mine',
};

export function Bar() {
  const { view, filters } = address.value;
  const counts = quickCounts.value;
  const { quick: _quick, ...fields } = filters;
  const set = Object.entries(fields).filter(([, value]) => value !== '');
  return (
    <div class="bar">
      <nav class="views" aria-label="Views">
        {VIEWS.map((name) => (
          <a
            key={name}
            href={writeAddress({ ...address.value, view: name, line: 0 })}
            {...(name === view && { 'aria-current': 'page' as const })}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              showView(name);
            }}
          >
            <Icon name={name} />
            {labelOf(name)}
          </a>
        ))}
      </nav>
      <span class="grow" />
      <div class="quick" role="group" aria-label="Show only">
        {set.map(([name, value]) => (
          <button
            key={name}
            type="button"
            class="pill on"
            onClick={() => setFilters({ [name]: '' })}
          >
            <span class="vh">Remove the filter </span>
            {name === 'query'
              ? `“${value}”`
              : `${labelOf(name)}: ${name === 'status' || name === 'priority' ? labelOf(value) : value}`}
            <Icon name="close" />
          </button>
        ))}
        {foundCount.value !== undefined && set.length > 0 && (
          <span class="count" role="status">
            {foundCount.value} of {model.value?.outline.stats.total} tasks
          </span>
        )}
        {QUICK.map((name) => (
          <button
            key={name}
            type="button"
            class={`pill ${name === 'overdue' && counts.overdue > 0 ? 'bad' : ''}`}
            aria-pressed={filters.quick === name}
            onClick={() => setFilters({ quick: filters.quick === name ? '' : name })}
          >
            {QUICK_NAMES[name]} <b>{counts[name]}</b>
          </button>
        ))}
      </div>
      <span class="tools">
        <IconButton
          icon="filter"
          label="Filter"
          keys="/"
          expands
          onClick={(event) => openPopup('filter', [], event.currentTarget)}
        />
        <IconButton
          icon="display"
          label="Display"
          expands
          onClick={(event) => openPopup('display', [], event.currentTarget)}
        />
      </span>
      {!source.value?.readOnly && (
        <button
          type="button"
          class="btn primary new"
          disabled={!canEdit.value}
          aria-keyshortcuts="N"
          onClick={() => startAdding(false)}
        >
          <Icon name="plus" />
          <span class="lbl">New task</span>
          <kbd aria-hidden="true">N</kbd>
        </button>
      )}
    </div>
  );
}

/** Says when the connection is gone, where the rail does not. */
export function ConnectionNote() {
  if (
    isLive.value ||
    rail.value === 'now' ||
    rail.value === 'activity' ||
    tools.value?.openFile !== undefined
  )
    return null;
  return (
    <div class="conn" role="status">
      <Connection isOn={false} waits={waiting.value} />
    </div>
  );
}
