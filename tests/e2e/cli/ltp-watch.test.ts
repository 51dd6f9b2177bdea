import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { ltpBin, start } from '../helpers/commands.ts';
import { ltpJson, makeDemo } from '../helpers/ltp.ts';

test('ltp watch ends on a signal, and when its output is closed', async (context) => {
  const root = makeDemo(context);
  const startWatch = async () => {
    const child = start(ltpBin, ['watch', 'demo'], { cwd: root });
    context.after(() => child.kill('SIGKILL'));
    const [line] = await once(child.stderr, 'data');
    assert.match(String(line), /^ltp: watching /);
    return child;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = await startWatch();
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  }
  const child = await startWatch();
  child.stdout.destroy();
  // It may end before the command does.
  const ended = once(child, 'exit');
  await ltpJson(root, 'task', 'update', 'demo', 't_deep', '--status', 'doing');
  assert.deepEqual(await ended, [0, null]);
});
