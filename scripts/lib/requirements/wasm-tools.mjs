import { task } from '../progress.mjs';
import { fromManifest, targetDir } from '../project.mjs';
import { mustRun, run } from '../run.mjs';

/**
 * The crates under scripts/wasm-tools with the programs they build. The versions are pinned in Cargo.toml. Serving needs only
 * bind-web; wasm-pack runs the tests of the wasm, with wasm-bindgen's programs.
 * @typedef {{ crate: string, programs: string[], version: string }} Tool
 * @param {boolean} wasmPack
 * @returns {Tool[]}
 */
function neededTools(wasmPack) {
  /** @param {string} name */
  const pinned = (name) =>
    fromManifest('Cargo.toml', new RegExp(`^${name} = .*version = "=(.*?)"`, 'm'));
  const bindgen = pinned('wasm-bindgen-cli');
  const bindWeb = {
    crate: 'long-term-plan-bind-web',
    programs: ['bind-web'],
    version: bindgen,
  };
  if (!wasmPack) return [bindWeb];
  return [
    bindWeb,
    {
      crate: 'long-term-plan-wasm-bindgen',
      programs: ['wasm-bindgen', 'wasm-bindgen-test-runner'],
      version: bindgen,
    },
    { crate: 'long-term-plan-wasm-pack', programs: ['wasm-pack'], version: pinned('wasm-pack') },
  ];
}

/**
 * Uses programs on the search path that have the pinned versions, otherwise builds them.
 * @param {{ wasmPack: boolean }} options
 */
export async function ensureWasmTools({ wasmPack }) {
  for (const tool of neededTools(wasmPack)) {
    if (!(await isInstalled(tool))) await buildTool(tool);
  }
}

/** @param {Tool} tool */
async function isInstalled({ programs, version }) {
  const results = await Promise.all(programs.map((program) => run(program, ['--version'])));
  return results.every(({ stdout }, index) => stdout.trim() === `${programs[index]} ${version}`);
}

/** @param {Tool} tool */
async function buildTool({ crate, programs, version }) {
  const args = ['build', '--locked', '--package', crate, '--profile', 'tools'];
  args.push('--target-dir', targetDir, ...programs.flatMap((program) => ['--bin', program]));
  await task(`building ${programs.join(' and ')} (only the first time)`, (onLine) =>
    mustRun('cargo', args, {
      onLine,
      env: { CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY: 'never' },
      remedy:
        'see the output of cargo above. It needs a C compiler and the network. You can also install version ' +
        `${version} of ${programs.join(' and ')} yourself.`,
    }),
  );
}
