/** The page around the views. */
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ConflictDialog } from './conflict.tsx';
import { type Controller, type State, VIEWS, type View } from './controller.ts';
import { AddForm, Detail } from './detail.tsx';
import type { FilePlans } from './file-plans.ts';
import {
  type Filters,
  matching,
  type PlanModel,
  PRIORITIES,
  STATUS_NAMES,
  STATUSES,
  valuesOf,
} from './model.ts';
import { todayHere } from './parts.tsx';
import { BoardView } from './views/board.tsx';
import { GraphView } from './views/graph.tsx';
import { OutlineView } from './views/outline.tsx';
import { ProgressView } from './views/progress.tsx';
import { TextView } from './views/text.tsx';
import { TimelineView } from './views/timeline.tsx';
import type { ViewProps } from './views/view.ts';

const VIEW_NAMES: Record<View, string> = {
  outline: 'Outline',
  board: 'Board',
  timeline: 'Timeline',
  graph: 'Graph',
  progress: 'Progress',
  text: 'Text',
};

interface Props {
  controller: Controller;
  state: State;
  /** Opens a file, if the page has no server. */
  openFile?: () => void;
}

export function App({ controller, state, openFile }: Props) {
  const { source, plans, model, message, conflict, selected, isLive, undoable } = state;
  const task = selected === undefined ? undefined : controller.task(selected);
  const canEdit = source !== undefined && !source.readOnly && model?.findings.errors.length === 0;
  const search = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key === '/' && !isTyping) search.current?.focus();
      else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !isTyping)
        void controller.undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [controller]);

  return (
    <div class={task ? 'app with-detail' : 'app'}>
      <header class="top">
        <h1>{model ? (model.outline.title ?? model.planId) : 'Plans'}</h1>
        {plans.length > 1 && (
          <label class="plans">
            <span class="hidden">Plan</span>
            <select
              value={model?.planId}
              onChange={(event) => void controller.show(event.currentTarget.value)}
            >
              {plans.map(({ planId, title }) => (
                <option key={planId} value={planId}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        {openFile && (
          <button type="button" onClick={openFile}>
            Open a file
          </button>
        )}
        {source && 'savesItself' in source && model && (
          <Download source={source as FilePlans} model={model} />
        )}
        {canEdit && (
          <button
            type="button"
            disabled={undoable.length === 0}
            onClick={() => void controller.undo()}
          >
            Undo
          </button>
        )}
        {source && (
          <span class={`live ${isLive ? 'on' : ''}`}>
            {source.readOnly ? 'read-only' : isLive ? 'live' : 'not live'}
          </span>
        )}
      </header>
      {model ? (
        <Plan
          controller={controller}
          state={state}
          model={model}
          canEdit={canEdit}
          search={search}
        />
      ) : (
        <main class="start">
          {openFile ? (
            <div class="drop">
              <p>Drop a plan here: a Markdown file.</p>
              <button type="button" class="primary" onClick={openFile}>
                Open a file
              </button>
              <p class="note">Nothing leaves this machine.</p>
            </div>
          ) : (
            <p>{state.isBusy ? 'Loading…' : `There is no plan in ${source?.place ?? 'here'}.`}</p>
          )}
        </main>
      )}
      {model && task && (
        <Detail controller={controller} model={model} task={task} canEdit={canEdit} />
      )}
      <p
        class={`message ${message?.isError ? 'error' : ''}`}
        role={message?.isError ? 'alert' : 'status'}
      >
        {message?.text}
      </p>
      {conflict && <ConflictDialog conflict={conflict} controller={controller} />}
    </div>
  );
}

interface PlanProps {
  controller: Controller;
  state: State;
  model: PlanModel;
  canEdit: boolean;
  search: { current: HTMLInputElement | null };
}

function Plan({ controller, state, model, canEdit, search }: PlanProps) {
  const { view, query, filters } = state;
  const found = useMemo(() => matching(model, query, filters), [model, query, filters]);
  const count = found?.reduce((sum, one) => sum + one, 0);
  const rowHeight = useRowHeight();
  const props: ViewProps = {
    controller,
    state,
    model,
    found,
    canEdit,
    rowHeight,
    today: todayHere(),
  };
  return (
    <>
      <nav class="bar">
        <Tabs view={view} controller={controller} />
        <Search input={search} query={query} controller={controller} />
        <FilterFields model={model} filters={filters} controller={controller} />
        <span class="count" role="status">
          {count === undefined
            ? `${model.outline.stats.total} tasks`
            : `${count} of ${model.outline.stats.total} tasks`}
        </span>
      </nav>
      <Problems model={model} controller={controller} />
      <main>
        <div class="view" id="view" role="tabpanel" aria-label={VIEW_NAMES[view]}>
          {view === 'outline' && <OutlineView {...props} />}
          {view === 'board' && <BoardView {...props} />}
          {view === 'timeline' && <TimelineView {...props} />}
          {view === 'graph' && <GraphView {...props} />}
          {view === 'progress' && <ProgressView {...props} />}
          {view === 'text' && <TextView {...props} />}
        </div>
      </main>
      {canEdit && <AddTask controller={controller} model={model} />}
    </>
  );
}

const STEPS: Record<string, number | undefined> = { ArrowRight: 1, ArrowLeft: -1 };

function Tabs({ view, controller }: { view: View; controller: Controller }) {
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const next = VIEWS[(VIEWS.indexOf(view) + step + VIEWS.length) % VIEWS.length];
    if (next) controller.set({ view: next });
    event.currentTarget.querySelector<HTMLElement>(`[data-view=${next}]`)?.focus();
    event.preventDefault();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      {VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-view={name}
          aria-selected={name === view}
          aria-controls="view"
          tabIndex={name === view ? 0 : -1}
          onClick={() => controller.set({ view: name })}
        >
          {VIEW_NAMES[name]}
        </button>
      ))}
    </div>
  );
}

/** Typed text is shown at once; the search runs in a separate task, so that it does not delay typing. */
function Search(props: {
  input: { current: HTMLInputElement | null };
  query: string;
  controller: Controller;
}) {
  const { input, query, controller } = props;
  const [typed, setTyped] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Only a query from elsewhere replaces the typed text: our own may be older than the last key.
  const sent = useRef(query);
  useEffect(() => {
    if (query !== sent.current) setTyped(query);
    sent.current = query;
  }, [query]);
  const type = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = next;
      controller.set({ query: next });
    }, 0);
  };
  return (
    <label class="search">
      <span class="hidden">Search</span>
      <input
        ref={input}
        type="search"
        value={typed}
        placeholder="Search ( / )"
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') type('');
        }}
      />
    </label>
  );
}

function FilterFields(props: { model: PlanModel; filters: Filters; controller: Controller }) {
  const { model, filters, controller } = props;
  const { tasks } = model.outline;
  const choices = useMemo(
    () => ({
      tag: valuesOf(tasks, ({ tags = [] }) => tags),
      assignee: valuesOf(tasks, ({ assignee }) => (assignee ? [assignee] : [])),
      state: valuesOf(tasks, ({ state }) => (state ? [state] : [])),
    }),
    [tasks],
  );
  const field = (name: keyof Filters, words: readonly string[], nameOf = (word: string) => word) =>
    words.length > 0 && (
      <label key={name}>
        <span class="hidden">Filter by {name}</span>
        <select
          value={filters[name]}
          class={filters[name] === '' ? '' : 'set'}
          onChange={(event) =>
            controller.set({ filters: { ...filters, [name]: event.currentTarget.value } })
          }
        >
          <option value="">any {name}</option>
          {words.map((word) => (
            <option key={word} value={word}>
              {nameOf(word)}
            </option>
          ))}
        </select>
      </label>
    );
  const statuses: readonly string[] = [...STATUSES, ...choices.state];
  return (
    <div class="filters">
      {field('status', statuses, (word) => STATUS_NAMES[word as keyof typeof STATUS_NAMES] ?? word)}
      {field('priority', PRIORITIES)}
      {field('tag', choices.tag)}
      {field('assignee', choices.assignee)}
    </div>
  );
}

const MOST_PROBLEMS = 20;

/** Errors that prevent edits are shown above every view. */
function Problems({ model, controller }: { model: PlanModel; controller: Controller }) {
  const { errors, warnings } = model.findings;
  if (errors.length + warnings.length === 0) return null;
  const all = [...errors, ...warnings];
  return (
    <details class={errors.length > 0 ? 'problems error' : 'problems'}>
      <summary>
        {errors.length} errors, {warnings.length} warnings
        {errors.length > 0 && ': the plan can be edited here once the errors are fixed'}
      </summary>
      <ul>
        {all.slice(0, MOST_PROBLEMS).map(({ code, line, message }, index) => (
          <li key={index}>
            <button
              type="button"
              class="link"
              onClick={() => controller.set({ view: 'text', line })}
            >
              Line {line}
            </button>{' '}
            {code}: {message}
          </li>
        ))}
      </ul>
      {all.length > MOST_PROBLEMS && (
        <button type="button" class="link" onClick={() => controller.set({ view: 'text' })}>
          All {all.length} at their lines
        </button>
      )}
    </details>
  );
}

/** A new task goes to the end of a section. */
function AddTask({ controller, model }: { controller: Controller; model: PlanModel }) {
  const { sections } = model.outline;
  const [section, setSection] = useState(-1);
  const sectionPath = model.paths[section];
  // There can be thousands, and the page is drawn with each key.
  const options = useMemo(
    () =>
      sections.map(
        ({ name, level, line }, index) =>
          level > 1 && (
            <option key={line} value={index}>
              {name}
            </option>
          ),
      ),
    [sections],
  );
  return (
    <footer class="bottom">
      <AddForm
        label="Add a task"
        add={(title) => controller.add({ title, ...(sectionPath && { sectionPath }) })}
      />
      <label>
        <span class="hidden">Section of the new task</span>
        <select value={section} onChange={(event) => setSection(Number(event.currentTarget.value))}>
          <option value={-1}>no section</option>
          {options}
        </select>
      </label>
    </footer>
  );
}

/** Offers the changed file if the page cannot write it. */
function Download({ source, model }: { source: FilePlans; model: PlanModel }) {
  if (source.savesItself) return null;
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([model.text], { type: 'text/markdown' }));
    link.download = source.fileName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <button type="button" onClick={save}>
      Save a copy
    </button>
  );
}

/** Touch needs more space than a mouse. */
function useRowHeight(): number {
  const query = useMemo(() => matchMedia('(pointer: coarse), (max-width: 640px)'), []);
  const [isCoarse, setCoarse] = useState(query.matches);
  useEffect(() => {
    const onChange = () => setCoarse(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [query]);
  return isCoarse ? 44 : 32;
}
