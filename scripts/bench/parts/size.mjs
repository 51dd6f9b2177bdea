import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../lib/project.mjs';
import { npm } from '../../lib/run.mjs';
import { CORE_WASM_LIMIT } from '../../lib/wasm-size.mjs';
import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { quartiles } from '../markdown.mjs';
import { installAlone, pack, QUIETLY } from '../packages.mjs';
import { peerVersions } from '../peers.mjs';
import { Meter } from '../processes.mjs';
import { interleaved, spread } from '../statistics.mjs';

/** @typedef {import('../packages.mjs').Packed} Packed */

export const title = 'Size';

const TARBALL_KB = 1000;
const NPX_TIMES = 2;
const LARGEST = 8;
/** Peers that are servers; the parsers are compared elsewhere. */
const SERVERS = /^(backlog\.md|mcp-shrimp-task-manager|@modelcontextprotocol\/.*)$/;

/** @param {import('../report.mjs').Context} context */
export function measure({ quick, progress }) {
  return inTemporaryFolder(async (folder) => {
    progress('packing');
    const mcp = await pack(folder, inRoot('npm/mcp'));
    const core = await pack(folder, inRoot('npm/core'));
    const installed = await installEach(folder, mcp, progress);
    progress('npx from a cold cache');
    const npx = await measureNpx(folder, mcp, quick ? 1 : 7);
    return sectionOf({ mcp, core, installed, npx });
  });
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
 * @param {Awaited<ReturnType<typeof installEach>>} measured.installed
 * @param {Awaited<ReturnType<typeof measureNpx>>} measured.npx
 * @returns {import('../report.mjs').Section}
 */
function sectionOf({ mcp, core, installed, npx }) {
  const [ourNpx, emptyNpx] = npx;
  if (!ourNpx || !emptyNpx) throw new Error('Nothing was measured.');
  /** @type {(pack: Packed) => { name: string, path: string, size: number, gzipped: number }[]} */
  const wasmOf = ({ name, files }) =>
    files.filter(({ path }) => path.endsWith('.wasm')).map((file) => ({ name, ...file }));
  const coreWasm = wasmOf(core).find(({ path }) => path.endsWith('/core.wasm'));
  return {
    summary: `What npm packs, what it installs, and how long \`npx\` takes with an empty cache. KB are 1,000 bytes. Peers are installed alone, each into an
empty folder, without install scripts. \`npx\` runs \`--version\` of a packed file, so that the network has no influence; the empty
package consists of a program of one line.`,
    goals: [
      { what: `tarball of ${mcp.name}`, limit: TARBALL_KB, value: mcp.size / 1000, unit: 'KB' },
      { what: 'dependencies at run time', limit: 0, value: mcp.dependencies, unit: 'packages' },
      {
        what: '`core.wasm` of long-term-plan-core, which pages load, gzipped',
        limit: CORE_WASM_LIMIT / 1024,
        value: (coreWasm?.gzipped ?? Number.NaN) / 1024,
        unit: 'KiB',
      },
      {
        what: '`npx` from a cold cache, by the clock, against an empty package',
        limit: NPX_TIMES,
        value: ourNpx.wall.median / emptyNpx.wall.median,
        unit: 'times',
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
        head: ['File', 'size', 'gzipped'],
        rows: [...wasmOf(mcp), ...wasmOf(core)].map(({ name, path, size, gzipped }) => [
          `${name}: \`${path}\``,
          size / 1000,
          gzipped / 1000,
        ]),
      },
      {
        caption: `The largest files of ${mcp.name}, in KB`,
        head: ['File', 'size', 'gzipped'],
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
