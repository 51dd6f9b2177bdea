import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cannotHave } from '../../../scripts/lib/platform-gaps.mjs';
import { checkout, ltpBin } from '../helpers/commands.ts';
import { makeDemo } from '../helpers/ltp.ts';
import { onTerminal } from '../helpers/terminal.ts';

const ON_TERMINAL = { skip: cannotHave('terminals') };

const ltp = `'${ltpBin}'`;

test('on a terminal, output is text with colors', ON_TERMINAL, async (context) => {
  const cwd = makeDemo(context);
  const { code, screen } = await onTerminal(`${ltp} plan list`, { cwd });
  assert.equal(code, 0);
  assert.match(screen, /demo +Demo plan/);
  const shown = await onTerminal(`${ltp} show demo`, { cwd });
  assert.ok(shown.screen.includes('\u001b[33m[*]\u001b[39m Parser'), shown.screen);
  assert.match(shown.screen, /└─ /);
});

test('on a terminal, output is JSON on request', ON_TERMINAL, async (context) => {
  const cwd = makeDemo(context);
  for (const flag of ['--json', '--format json', '--format=json']) {
    const { screen } = await onTerminal(`${ltp} plan list ${flag}`, { cwd });
    assert.equal(JSON.parse(screen).plans.length, 1);
  }
  const { code, screen } = await onTerminal(`${ltp} plan list --json --format text`, { cwd });
  assert.equal(code, 2);
  assert.match(screen, /contradicts/);
});

test('NO_COLOR and a dumb terminal turn colors off', ON_TERMINAL, async (context) => {
  const cwd = makeDemo(context);
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    const { screen } = await onTerminal(`${ltp} show demo`, { cwd, env });
    assert.ok(!screen.includes('\u001b'), screen);
    assert.match(screen, /\[\*\] Parser/);
  }
});

test('in a pipe or a file, the same command writes JSON', async (context) => {
  const cwd = makeDemo(context);
  const { screen } = await onTerminal(
    `${ltp} show demo | head -c 11; ${ltp} show demo > out.json; head -c 11 out.json`,
    { cwd },
  );
  assert.equal(screen, '{"planId":"{"planId":"');
});

test('tables and boards fit the width of the terminal', ON_TERMINAL, async (context) => {
  const cwd = makeDemo(context);
  for (const columns of [48, 72, 100]) {
    const { screen } = await onTerminal(
      `${ltp} board demo; ${ltp} stats; ${ltp} task search demo --query a`,
      {
        cwd,
        columns,
        env: { NO_COLOR: '1', PAGER: '' },
      },
    );
    for (const line of screen.split('\n'))
      assert.ok([...line].length <= columns, `${columns}: ${line}`);
  }
});

test('long text is paged, short text is not', ON_TERMINAL, async (context) => {
  const cwd = makeDemo(context);
  const env = { PAGER: "sed 's/^/paged: /'", NO_COLOR: '1' };
  const long = await onTerminal(`${ltp} show demo`, { cwd, env, rows: 6 });
  assert.match(long.screen, /^paged: Demo plan/m);
  assert.equal(long.code, 0);
  const short = await onTerminal(`${ltp} show demo`, { cwd, env, rows: 40 });
  assert.match(short.screen, /^Demo plan/m);
  const without = await onTerminal(`${ltp} show demo --no-pager`, { cwd, env, rows: 6 });
  assert.match(without.screen, /^Demo plan/m);
  const json = await onTerminal(`${ltp} show demo --json`, { cwd, env, rows: 2, columns: 20 });
  assert.match(json.screen, /^\{/);
});

test('a pager that quits early or is missing is not an error', ON_TERMINAL, async (context) => {
  const lines = Array.from(
    { length: 20_000 },
    (_, number) => `- [ ] Task ${number} <!-- long-term-plan:id=t_${number} -->\n`,
  );
  const cwd = makeDemo(context, `<!-- long-term-plan:format=v1 -->\n${lines.join('')}`);
  const quit = await onTerminal(`${ltp} show demo; echo "code $?"`, {
    cwd,
    env: { PAGER: 'head -n 2' },
  });
  assert.match(quit.screen, /code 0\n$/);
  assert.ok(quit.screen.length < 2000);
  const gone = await onTerminal(`${ltp} show demo 2>/dev/null; echo "code $?"`, {
    cwd,
    env: { PAGER: 'no-such-pager-here', NO_COLOR: '1' },
  });
  assert.match(gone.screen, /Task 19999 .*\ncode 0\n$/);
  const piped = await onTerminal(`${ltp} show demo | head -c 5; echo " code \${PIPESTATUS:-0}"`, {
    cwd,
  });
  assert.match(piped.screen, /^\{"pla code 0\n$/);
});

test('the default pager is less', ON_TERMINAL, async (context) => {
  const cwd = makeDemo(context);
  // Stands in for less and prints its settings.
  writeFileSync(join(cwd, 'less'), '#!/bin/sh\necho "less with $LESS"\ncat > /dev/null\n', {
    mode: 0o755,
  });
  const env = { PATH: `${cwd}:${process.env.PATH}` };
  const { screen } = await onTerminal(`${ltp} show demo`, { cwd, env, rows: 5 });
  assert.equal(screen, 'less with FRX\n');
});

test('it works on a terminal through npx', ON_TERMINAL, async (context) => {
  const cwd = makeDemo(context);
  const { code, screen } = await onTerminal(
    `cd '${checkout}' && npx --no -- ltp show demo --root '${cwd}'`,
    { cwd, rows: 60 },
  );
  assert.equal(code, 0);
  assert.match(screen, /Demo plan/);
});
