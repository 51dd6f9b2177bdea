/** A plan that `ltp export` wrote as a page. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fixtureText } from '../../../npm/mcp/test/cli/helpers/converted.ts';
import { run } from '../helpers/commands.ts';
import { ltp, putPlan } from '../helpers/ltp.ts';
import { makeProject } from '../helpers/project.ts';

test('the page works in a browser with its own script alone', async (context) => {
  const chrome = ['CHROME_PATH', 'PATH'].flatMap(candidates).find((path) => existsSync(path));
  assert.ok(chrome, 'no Chromium was found; set CHROME_PATH');
  const root = makeProject(context);
  putPlan(root, 'launch', fixtureText('export', 'plan.md'));
  await ltp(root, 'export', 'launch', '--output', 'page.html');
  mkdirSync(join(root, 'profile'));
  const page = pathToFileURL(join(root, 'page.html')).href;
  const { stdout } = await run(chrome, [
    ...['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(root, 'profile')}`],
    ...['--dump-dom', page],
  ]);
  // The policy of the page allows only its own script, which shows the controls and fills in the tags.
  assert.match(stdout, /<div class="controls">/);
  assert.match(stdout, /<option value="core team">core team<\/option>/);
  assert.doesNotMatch(stdout, /<script>alert|<img/);
});

function candidates(variable: string): string[] {
  const value = process.env[variable] ?? '';
  if (variable === 'CHROME_PATH') return value === '' ? [] : [value];
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return value.split(':').flatMap((folder) => names.map((name) => join(folder, name)));
}
