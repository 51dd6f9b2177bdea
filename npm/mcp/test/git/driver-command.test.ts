import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  diffCommand,
  locationAdvice,
  mergeCommand,
  onPath,
  ownLocation,
  recordedLocation,
} from '../../src/git/driver-command.ts';
import { makeProject } from '../helpers/project.ts';

const NAMES = [
  '/usr/bin/ltp',
  "/it's/ltp",
  '/a b/"c"/$HOME/`x`/ltp',
  '/100%/%A/%%/ltp',
  '/größe/\\n/ltp',
];

test('a command contains where ltp is, whatever its name', () => {
  for (const script of NAMES) {
    const location = { node: '/opt/my node/node', script };
    for (const strictStatus of [false, true]) {
      const command = mergeCommand(location, { strictStatus });
      assert.doesNotMatch(command, /\n/);
      assert.deepEqual(recordedLocation(command), location);
    }
  }
  assert.equal(recordedLocation('ltp merge-driver -- %O %A %B %P %L %X %Y'), undefined);
});

test('only the placeholders of git have a single percent sign', () => {
  const command = mergeCommand({ node: '/n%de', script: '/%A/ltp' }, { strictStatus: false });
  const placeholders = command.replaceAll('%%', '').match(/%./g);
  assert.deepEqual(placeholders, ['%O', '%A', '%B', '%P', '%L', '%X', '%Y', '%S']);
  assert.ok(
    diffCommand({ node: '/n%de', script: '/ltp' }).includes("'/n%de'"),
    'git replaces none',
  );
});

test('ltp is recorded by the name of a link, which outlives an upgrade', (context) => {
  const root = makeProject(context);
  const [bin, cellar] = [join(root, 'bin'), join(root, 'cellar-1.2.3')];
  for (const folder of [bin, cellar]) mkdirSync(folder);
  writeFileSync(join(cellar, 'ltp'), '');
  symlinkSync(join(cellar, 'ltp'), join(bin, 'ltp'));
  symlinkSync(process.execPath, join(bin, 'node'));
  const env = { PATH: ['', join(root, 'node_modules', '.bin'), bin].join(delimiter) };
  assert.deepEqual(ownLocation(env, join(bin, 'ltp')), {
    node: join(bin, 'node'),
    script: join(bin, 'ltp'),
  });
  assert.equal(ownLocation({ PATH: '' }, '/x/ltp').node, process.execPath);
});

test('a lasting name of ltp is preferred to the one that was called', (context) => {
  const root = makeProject(context);
  const make = (folder: string) => {
    mkdirSync(join(root, folder), { recursive: true });
    return join(root, folder, 'ltp');
  };
  const lasting = make('bin');
  const cases = [
    make('Cellar/long-term-plan/1.2.3/bin'),
    make('Cellar/node@22/22.3.0_1/bin'),
    make('.nvm/versions/node/v20.11.1/bin'),
    make('installs/nodejs/22.3.0/bin'),
    make('fnm_multishells/1234_5678/bin'),
  ];
  for (const called of cases) {
    writeFileSync(called, '', { mode: 0o755 });
    const known = locationAdvice({ node: 'node', script: called });
    assert.ok(known, `${called} does not last`);
    symlinkSync(called, lasting);
    // The called one comes first on the PATH, too.
    const env = { PATH: [dirname(called), dirname(lasting)].join(delimiter) };
    assert.equal(ownLocation(env, called).script, lasting);
    assert.equal(ownLocation({ PATH: '' }, called).script, called, 'without another name');
    unlinkSync(lasting);
  }
  writeFileSync(lasting, '', { mode: 0o755 });
  const other = { PATH: dirname(lasting) };
  assert.equal(ownLocation(other, cases[0]).script, cases[0], 'not another program called ltp');
  assert.equal(locationAdvice({ node: 'node', script: lasting }), undefined);
});

test('folders that npm adds for one command are not on the PATH of git', (context) => {
  const root = makeProject(context);
  const folders = ['node_modules/.bin', '_npx/1/bin', 'bin'].map((name) => join(root, name));
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    symlinkSync(process.execPath, join(folder, 'ltp'));
  }
  const env = { PATH: folders.join(delimiter) };
  assert.deepEqual(onPath('ltp', env), [join(root, 'bin', 'ltp')]);
  const cached = { node: 'node', script: join(root, '_npx', '1', 'ltp') };
  assert.match(locationAdvice(cached) ?? '', /can be cleared/);
  assert.equal(locationAdvice({ ...cached, script: join(root, 'bin', 'ltp') }), undefined);
});
