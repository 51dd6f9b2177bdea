import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** The plans directory of the project below. */
export const PLANS = 'plans';

/** A project with an empty plans directory, for as long as the test runs. */
export function makeProject(context: TestContext): { root: string; plans: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ltp-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const plans = join(root, PLANS);
  mkdirSync(plans);
  return { root, plans };
}
