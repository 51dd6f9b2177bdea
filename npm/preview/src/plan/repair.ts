/** What the safe repairs of a plan would change, line by line. */
import type { Diagnostic, PlanFunctions, RepairAction } from 'long-term-plan-core/slim';

export interface LineChange {
  /** In the text before the repair, counted from 1. */
  line: number;
  /** Absent for an added line. */
  before?: string;
  /** Absent for a removed line. */
  after?: string;
}

export interface RepairPreview {
  actions: RepairAction[];
  changes: LineChange[];
  unchanged: number;
  /** How many errors the repairs end. */
  fixed: number;
}

export function repairPreview(
  functions: PlanFunctions,
  text: string,
  errors: readonly Diagnostic[],
): RepairPreview | undefined {
  const actions = [...new Set(errors.flatMap(({ repair }) => repair ?? []))];
  if (actions.length === 0) return undefined;
  let newText: string;
  try {
    ({ newText } = functions.repair(text, actions));
  } catch {
    // A file with conflict markers, for example, is not repaired.
    return undefined;
  }
  const [before, after] = [linesOf(text), linesOf(newText)];
  const changes =
    before.length === after.length ? sameLines(before, after) : shiftedLines(before, after);
  const fixed = errors.length - functions.validate(newText).errors.length;
  return { actions, changes, unchanged: before.length - changes.length, fixed };
}

const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

function sameLines(before: readonly string[], after: readonly string[]): LineChange[] {
  return before.flatMap((line, index) => {
    const now = after[index];
    return now === line || now === undefined ? [] : [{ line: index + 1, before: line, after: now }];
  });
}

/** Lines were joined or added: walks both texts and matches equal lines. */
function shiftedLines(before: readonly string[], after: readonly string[]): LineChange[] {
  const changes: LineChange[] = [];
  let [old, now] = [0, 0];
  while (old < before.length || now < after.length) {
    const [line, next] = [before[old], after[now]];
    if (line === next) {
      old++;
      now++;
    } else if (
      line !== undefined &&
      before[old + 1] !== undefined &&
      before[old + 2] === after[now + 1]
    ) {
      changes.push({
        line: old + 1,
        before: `${line}\n${before[old + 1]}`,
        ...(next !== undefined && { after: next }),
      });
      old += 2;
      now++;
    } else if (next !== undefined && after[now + 1] === line) {
      changes.push({ line: old + 1, after: next });
      now++;
    } else {
      changes.push({
        line: old + 1,
        ...(line !== undefined && { before: line }),
        ...(next !== undefined && { after: next }),
      });
      old++;
      now++;
    }
  }
  return changes;
}
