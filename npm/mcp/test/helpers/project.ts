import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** An empty project that exists as long as the test runs. */
export function makeProject(context: TestContext, name = 'project'): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'ltp-')));
  context.after(() => rmSync(base, { recursive: true, maxRetries: 10 }));
  const root = join(base, name);
  mkdirSync(root);
  return root;
}
