/** What keeps the plan from being edited, what the fix changes, and the button that applies it. */
import type { Diagnostic, RepairAction } from 'long-term-plan-core/slim';
import { useMemo } from 'preact/hooks';
import { changedPieces } from '../plan/combine.ts';
import { type LineChange, repairPreview } from '../plan/repair.ts';
import { repairPlan } from '../state/actions.ts';
import { openTaskById, showLine } from '../state/navigation.ts';
import { model, source, tools } from '../state/store.ts';
import { plural } from '../words/dates.ts';
import { Icon } from './parts.tsx';
import { RailHead } from './rail.tsx';

export function Problems() {
  const plan = model.value;
  const functions = tools.value?.functions;
  const { errors = [], warnings = [] } = plan?.findings ?? {};
  const fix = useMemo(
    () => (plan && functions ? repairPreview(functions, plan.text, errors) : undefined),
    [plan],
  );
  const canFix = fix !== undefined && fix.fixed > 0 && source.value?.readOnly === false;
  return (
    <aside class="rail sheet" aria-label="Problems" tabIndex={-1}>
      <RailHead title={plural(errors.length, 'problem')} />
      <div class="rail-body scroll flush" tabIndex={0}>
        {errors.slice(0, 50).map((problem, index) => (
          <Problem
            key={index}
            problem={problem}
            change={fix?.changes.find(({ line }) => line === problem.line)}
          />
        ))}
        {errors.length > 50 && <p class="hint">and {errors.length - 50} more</p>}
        {warnings.length > 0 && (
          <details class="issue">
            <summary>{plural(warnings.length, 'warning')}, which do not prevent edits</summary>
            <ul>
              {warnings.slice(0, 50).map(({ line, message }, index) => (
                <li key={index}>
                  <button type="button" class="link" onClick={() => showLine(line)}>
                    Line {line}
                  </button>{' '}
                  {message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {errors.length > 0 && (
        <footer class="rail-foot">
          <p>
            {fix && fix.changes.length > 0
              ? `${plural(fix.changes.length, 'line changes', 'lines change')}, ${fix.unchanged.toLocaleString('en')} stay unchanged.`
              : 'No safe fix is known; the text says where to look.'}
          </p>
          <button type="button" class="btn ghost" onClick={() => showLine(errors[0]?.line ?? 1)}>
            Show in Text
          </button>
          {canFix && (
            <button type="button" class="btn primary" onClick={() => void repairPlan(fix.actions)}>
              Fix {plural(fix.fixed, 'problem')}
            </button>
          )}
        </footer>
      )}
    </aside>
  );
}

const FIXES: Record<RepairAction, string> = {
  addFormatHeader: 'The fix adds the header, so that tools recognize the plan.',
  joinWrappedLines: 'A formatter wrapped the line. The fix joins it again.',
  normalizeStatusChar: 'The fix changes the mark and nothing else.',
  addMissingIds: 'It was typed by hand. The fix adds an id, so that agents can name the task.',
  dedupeIds: 'The fix gives the later task a new id.',
  normalizeIndent: 'The fix changes only the indentation.',
};

function Problem({ problem, change }: { problem: Diagnostic; change: LineChange | undefined }) {
  const { line, message, repair, code } = problem;
  const task = model.value?.outline.tasks.find((each) => each.line === line);
  return (
    <section class="issue">
      <p class="where">
        <Icon name="warning" class="late" />
        Line {line}
        {task && (
          <>
            {' · '}
            <button type="button" class="link" onClick={() => openTaskById(task.id)}>
              {task.title}
            </button>
          </>
        )}
      </p>
      <h3>{message}</h3>
      <p>
        {repair
          ? FIXES[repair]
          : code === 'CONFLICT_MARKER'
            ? 'Git left a merge conflict here. Settle it with ltp resolve, or in the text.'
            : 'No safe fix is known. Look at it in the text.'}
      </p>
      {change && <Diff change={change} />}
    </section>
  );
}

function Diff({ change: { line, before, after } }: { change: LineChange }) {
  return (
    <div class="diff">
      {before !== undefined && (
        <div class="del">
          <span class="ln">{line}</span>
          <span aria-hidden="true">−</span>
          <span class="tx">
            <span class="vh">Removed: </span>
            <Pieces from={after ?? ''} to={before} />
          </span>
        </div>
      )}
      {after !== undefined && (
        <div class="ins">
          <span class="ln">{line}</span>
          <span aria-hidden="true">+</span>
          <span class="tx">
            <span class="vh">Added: </span>
            <Pieces from={before ?? ''} to={after} />
          </span>
        </div>
      )}
    </div>
  );
}

function Pieces({ from, to }: { from: string; to: string }) {
  return (
    <>
      {changedPieces(from, to).map(({ text, isNew }, index) =>
        isNew ? <mark key={index}>{text}</mark> : text,
      )}
    </>
  );
}
