import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../lib/project.mjs';
import { npm } from '../../lib/run.mjs';
import { barOf, quartiles } from '../figures.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { installAlone, pack, QUIETLY } from '../packages.mjs';
import { peerVersions } from '../peers.mjs';
import { Meter, Server } from '../processes.mjs';
import { interleaved, spread } from '../statistics.mjs';

/** @typedef {import('../packages.mjs').Packed} Packed */

export const title = 'Size';

const TARBALL_KB = 600;
const WASM_KB = 150;
const NPX_TIMES = 2;
const LARGEST = 8;
/** Peers that are servers; the parsers are compared elsewhere. */
const SERVERS = /^(backlog\.md|mcp-shrimp-task-manager|@modelcontextprotocol\/.*)$/;

/** @param {import('../parts.mjs').Context} context */
export function measure({ quick, progress }) {
  return inTemporaryFolder(async (folder) => {
    progress('packing');
    const mcp = await pack(folder, inRoot('npm/mcp'));
    const core = await pack(folder, inRoot('npm/core'));
    const loaded = await wasmOfDefaultCalls(folder, mcp);
    const installed = await installEach(folder, mcp, progress);
    progress('npx from a cold cache');
    const npx = await measureNpx(folder, mcp, quick ? 1 : 7);
    return sectionOf({ mcp, core, loaded, installed, npx });
  });
}

/**
 * Serves an empty project, and makes and reads a plan.
 * @param {string} folder
 * @param {Packed} mcp
 * @returns {Promise<string[]>} the wasm files that were read, within the package
 */
async function wasmOfDefaultCalls(folder, mcp) {
  const notes = join(folder, 'wasm-notes');
  const noting = ['--import', inRoot('scripts/bench/baselines/note-wasm.mjs')];
  const program = join(mcp.folder, 'bin/long-term-plan-mcp.cjs');
  const server = new Server({
    program: process.execPath,
    args: [...noting, program, '--root', folderIn(folder, 'project')],
    env: { WASM_NOTES: notes },
  });
  await server.initialize();
  const planId = 'demo';
  await server.call('plan_create', { planId, title: 'Demo' });
  const { structuredContent } = await server.call('task_add', { planId, title: 'A task' });
  const { taskId } = structuredContent;
  await server.call('task_update', { planId, taskId, status: 'doing' });
  for (const tool of ['plan_get', 'task_next']) await server.call(tool, { planId });
  await server.call('task_get', { planId, taskId });
  await server.call('task_search', { planId, query: 'task' });
  await server.call('plan_list');
  await server.end();
  if (!existsSync(notes)) throw new Error('No wasm was seen to be read.');
  const read = new Set(readFileSync(notes, 'utf8').trim().split('\n'));
  return mcp.files
    .map(({ path }) => path)
    .filter((path) => [...read].some((one) => one.endsWith(path)));
}

/**
 * Our package and each peer, installed alone.
 * @param {string} folder
 * @param {Packed} mcp
 * @param {(line: string) => void} progress
 */
async function installEach(folder, mcp, progress) {
  const peers = Object.entries(peerVersions()).filter(([name]) => SERVERS.test(name));
  const wanted = [
    { name: mcp.name, from: mcp.tarball },
    ...peers.map(([name, version]) => ({ name: `${name} ${version}`, from: `${name}@${version}` })),
  ];
  const installed = [];
  for (const [at, { name, from }] of wanted.entries()) {
    progress(`installing ${name}`);
    const home = folderIn(folder, `installed-${at}`);
    installed.push({ name, ...(await installAlone(home, from)) });
  }
  return installed;
}

/**
 * @param {string} folder
 * @param {Packed} mcp
 * @param {number} rounds
 */
async function measureNpx(folder, mcp, rounds) {
  const cases = [
    { name: 'ours, `--version`', tarball: mcp.tarball, program: 'long-term-plan-mcp' },
    { name: 'an empty package that prints a version', ...(await packNothing(folder)) },
  ];
  let turn = 0;
  const results = await interleaved(cases, { rounds }, async ({ tarball, program }) => {
    turn += 1;
    const home = folderIn(folder, `npx-${turn}`);
    const cold = ['--yes', '--cache', join(home, 'cache'), ...QUIETLY];
    const [npmProgram, args] = npm('exec', ...cold, '--package', `file:${tarball}`, '--', program);
    const npx = new Meter({ program: npmProgram, args: [...args, '--version'], cwd: home });
    let output = '';
    npx.output.on('data', (chunk) => {
      output += chunk;
    });
    npx.input.end();
    await npx.ended;
    const wallMs = npx.wallMs();
    if (!/^\d+\.\d+\.\d+/.test(output)) throw new Error(`npx ${program} printed "${output}"`);
    return { wallMs, cpuMs: await npx.lifeCpuMs };
  });
  return [...results].map(([{ name }, runs]) => ({
    name,
    wall: spread(runs.map(({ wallMs }) => wallMs)),
    cpu: spread(runs.map(({ cpuMs }) => cpuMs)),
  }));
}

/**
 * The smallest package that `npx` can run.
 * @param {string} folder
 */
async function packNothing(folder) {
  const program = 'nothing-at-all';
  const home = folderIn(folder, program);
  const manifest = { name: program, version: '0.0.0', bin: { [program]: 'nothing.cjs' } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(home, 'nothing.cjs'), "#!/usr/bin/env node\nconsole.log('0.0.0');\n");
  const { tarball } = await pack(folder, home);
  return { tarball, program };
}

/**
 * @param {object} measured
 * @param {Packed} measured.mcp
 * @param {Packed} measured.core
 * @param {string[]} measured.loaded
 * @param {Awaited<ReturnType<typeof installEach>>} measured.installed
 * @param {Awaited<ReturnType<typeof measureNpx>>} measured.npx
 * @returns {import('../report.mjs').Section}
 */
function sectionOf({ mcp, core, loaded, installed, npx }) {
  const [ourNpx, emptyNpx] = npx;
  if (!ourNpx || !emptyNpx) throw new Error('Nothing was measured.');
  /** @type {(pack: Packed) => { pack: Packed, path: string, size: number, gzipped: number }[]} */
  const wasmOf = (pack) =>
    pack.files.filter(({ path }) => path.includes('.wasm')).map((file) => ({ pack, ...file }));
  const pageWasm = wasmOf(core).filter(({ path }) => path.endsWith('/core.wasm'));
  const callWasm = wasmOf(mcp).filter(({ path }) => loaded.includes(path));
  return {
    summary: `What npm packs, what it installs, and how long \`npx\` takes from an empty cache. KB are 1,000 bytes. The wasm that the calls of
an agent load is found by making such calls: a plan created, a task added, changed, found and listed. Peers are installed
alone, each into an empty folder, without install scripts. \`npx\` takes a packed file, so that no network is part of it, and
runs \`--version\`; the empty package has nothing but a program of one line.`,
    goals: [
      { what: `tarball of ${mcp.name}`, limit: TARBALL_KB, value: mcp.size / 1000, unit: 'KB' },
      { what: 'dependencies at run time', limit: 0, value: mcp.dependencies, unit: 'packages' },
      ...callWasm.map(({ path, gzipped }) => ({
        what: `wasm that calls load, gzipped: \`${path}\``,
        limit: WASM_KB,
        value: gzipped / 1000,
        unit: 'KB',
      })),
      ...pageWasm.map(({ path, gzipped }) => ({
        what: `wasm that pages load, gzipped: \`${path}\` of ${core.name}`,
        limit: WASM_KB,
        value: gzipped / 1000,
        unit: 'KB',
      })),
      {
        what: '`npx` from a cold cache, by the clock, against an empty package',
        limit: NPX_TIMES,
        value: ourNpx.wall.median / emptyNpx.wall.median,
        unit: 'times',
      },
    ],
    plots: [
      {
        name: 'installed',
        title: 'Installed, with all dependencies',
        kind: 'bars',
        unit: 'MB',
        bars: installed.map(({ name, bytes }, at) => ({
          label: name,
          value: bytes / 1e6,
          isOurs: at === 0,
        })),
      },
      {
        name: 'npx',
        title: 'npx from a cold cache, by the clock',
        kind: 'bars',
        unit: 'ms',
        bars: npx.map(({ name, wall }, at) => barOf(name, wall, at === 0)),
      },
    ],
    tables: [
      {
        caption: 'Packed, in KB',
        head: ['Package', 'tarball', 'unpacked', 'files', 'dependencies'],
        rows: [mcp, core].map(({ name, size, unpackedSize, files, dependencies }) => [
          name,
          size / 1000,
          unpackedSize / 1000,
          files.length,
          dependencies,
        ]),
      },
      {
        caption: 'Wasm, in KB',
        head: ['File', 'in the package', 'gzipped', ''],
        rows: [...wasmOf(mcp), ...wasmOf(core)].map(({ pack, path, size, gzipped }) => [
          `${pack.name}: \`${path}\``,
          size / 1000,
          gzipped / 1000,
          pack === mcp && loaded.includes(path) ? 'loaded by calls' : '',
        ]),
      },
      {
        caption: `The largest files of ${mcp.name}, in KB`,
        head: ['File', 'in the package', 'gzipped'],
        rows: mcp.files
          .slice(0, LARGEST)
          .map(({ path, size, gzipped }) => [`\`${path}\``, size / 1000, gzipped / 1000]),
      },
      {
        caption: 'Installed alone',
        head: ['Package', 'packages', 'MB', 'times ours'],
        rows: installed.map(({ name, packages, bytes }) => [
          name,
          packages,
          bytes / 1e6,
          bytes / (installed[0]?.bytes ?? 1),
        ]),
      },
      {
        caption: '`npx` from a cold cache, in milliseconds',
        head: ['Package', 'clock', 'quartiles', 'CPU', 'quartiles'],
        rows: npx.map(({ name, wall, cpu }) => [
          name,
          wall.median,
          quartiles(wall),
          cpu.median,
          quartiles(cpu),
        ]),
      },
    ],
  };
}
