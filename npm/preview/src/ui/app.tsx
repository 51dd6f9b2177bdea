/** The frame of the page. */
import { useEffect } from 'preact/hooks';
import { loadPlan, updateTitle } from '../state/live.ts';
import { railOf, showRail } from '../state/navigation.ts';
import {
  address,
  failure,
  hasErrors,
  model,
  plans,
  rail,
  selection,
  tools,
} from '../state/store.ts';
import { showError } from '../state/toasts.ts';
import { Board } from '../views/board.tsx';
import { Graph } from '../views/graph.tsx';
import { Outline } from '../views/outline.tsx';
import { Progress } from '../views/progress.tsx';
import { Text } from '../views/text.tsx';
import { Timeline } from '../views/timeline.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Dialogs } from './dialogs.tsx';
import { DragGhost } from './drag-ghost.tsx';
import { DropArea } from './empty.tsx';
import { Bar, ConnectionNote, Header } from './header.tsx';
import { Home } from './home.tsx';
import icons from './icons.svg';
import { Icon } from './parts.tsx';
import { Popup } from './popups/popup.tsx';
import { isRailOpen, Rail } from './rail.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Toasts } from './toasts.tsx';

const VIEW_COMPONENTS = {
  outline: Outline,
  board: Board,
  timeline: Timeline,
  graph: Graph,
  progress: Progress,
  text: Text,
} as const;

export function App() {
  const { planId, view } = address.value;
  useEffect(() => {
    selection.value = new Set();
    if (planId !== '' && plans.value !== undefined && model.value?.planId !== planId) {
      loadPlan(planId).catch(showError);
    }
  }, [planId, plans.value === undefined]);
  useEffect(() => {
    if (rail.value === 'now' || rail.value === '') rail.value = railOf(view);
  }, [view]);
  useEffect(updateTitle);
  const isFile = tools.value?.openFile !== undefined;
  return (
    <>
      {/* Constant drawings. */}
      <div class="sprite" aria-hidden="true" dangerouslySetInnerHTML={{ __html: icons }} />
      <a class="skip" href="#main" onClick={skip}>
        Skip to the plan
      </a>
      {planId === '' && !isFile ? (
        <div class="app plain">
          <Home />
        </div>
      ) : (
        <PlanPage />
      )}
      <Toasts />
      <ConnectionNote />
      <SelectionBar />
      <DragGhost />
      <Dialogs />
      <ConflictDialog />
      <Popup />
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  const main = document.querySelector<HTMLElement>('main');
  (main?.querySelector<HTMLElement>('[tabindex="0"]') ?? main)?.focus();
}

function PlanPage() {
  const { view } = address.value;
  const plan = model.value;
  const isFile = tools.value?.openFile !== undefined;
  const View = VIEW_COMPONENTS[view];
  const isSheet = view === 'outline' || view === 'progress' || view === 'text';
  if (isFile && !plan) {
    return (
      <div class="app plain">
        <DropArea />
      </div>
    );
  }
  return (
    <div class={`app v-${view} ${isRailOpen() ? 'has-rail' : ''}`}>
      <Header />
      <Bar />
      <main class={`main ${isSheet ? 'sheet' : 'bare'}`} id="main" tabIndex={-1}>
        {hasErrors.value && <ProblemBanner />}
        {plan ? <View /> : failure.value !== '' ? <Failure /> : <Skeleton />}
      </main>
      <Rail />
    </div>
  );
}

function ProblemBanner() {
  const count = model.value?.findings.errors.length ?? 0;
  return (
    <div class="banner" role="alert">
      <Icon name="warning" />
      <p>
        <b>
          {count === 1 ? '1 problem keeps' : `${count} problems keep`} this plan from being edited.
        </b>{' '}
        Agents and ltp can read it, but not change it.
      </p>
      <button
        type="button"
        class="btn"
        aria-expanded={rail.value === 'problems'}
        onClick={() => showRail(rail.value === 'problems' ? '' : 'problems')}
      >
        Review
      </button>
    </div>
  );
}

function Failure() {
  return (
    <div class="nothing" role="alert">
      <p>{failure.value}</p>
      <a class="btn" href="#/">
        All plans
      </a>
    </div>
  );
}

/** Shown only if loading takes longer than a moment. */
function Skeleton() {
  return (
    <div class="skeleton" role="status" aria-busy="true" aria-label="Loading">
      {[70, 45, 60, 38, 52, 66].map((width) => (
        <span key={width} class="sk" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
