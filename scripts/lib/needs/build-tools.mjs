import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { task } from '../progress.mjs';
import { fromManifest, toolsDir } from '../project.mjs';
import { mustRun, run } from '../run.mjs';

/** The tools that turn the core into wasm, at the versions that Cargo.toml pins. */
function pinnedTools() {
  const bindgen = fromManifest('Cargo.toml', /^wasm-bindgen-cli = .*version = "=(.*?)"/m);
  const pack = fromManifest('Cargo.toml', /^wasm-pack = .*version = "=(.*?)"/m);
  return [
    { name: 'wasm-pack', version: pack },
    { name: 'wasm-bindgen', version: bindgen },
    { name: 'wasm-bindgen-test-runner', version: bindgen },
  ];
}

/** Uses the tools on the search path when all have the pinned version, otherwise builds them into the project. */
export async function ensureBuildTools() {
  const tools = pinnedTools();
  const fits = await Promise.all(tools.map(hasVersion));
  if (fits.every(Boolean)) return;

  const targetDir = join(toolsDir, 'target');
  await task('building wasm-pack and wasm-bindgen (only the first time)', (note) =>
    // A target folder of its own, so that cargo does not make the core wait for it.
    mustRun(
      'cargo',
      [
        'build',
        '--locked',
        '--package',
        'long-term-plan-tools',
        '--profile',
        'tools',
        '--target-dir',
        targetDir,
      ],
      {
        onLine: note,
        env: { CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY: 'never' },
        remedy:
          'see what cargo says above. It needs a C compiler and the network. You can also install the tools ' +
          `yourself: ${tools.map(({ name, version }) => `${name} ${version}`).join(', ')}.`,
      },
    ),
  );

  const bin = join(toolsDir, 'bin');
  const ending = process.platform === 'win32' ? '.exe' : '';
  mkdirSync(bin, { recursive: true });
  for (const { name } of tools) {
    // Renamed into place: a copy that is cut short must not look like a tool.
    copyFileSync(join(targetDir, 'tools', name + ending), join(bin, `${name}.part`));
    renameSync(join(bin, `${name}.part`), join(bin, name + ending));
  }
  // Hundreds of megabytes that only another version of the tools would need, and that one compiles anew anyway.
  rmSync(targetDir, { recursive: true, force: true });
}

/** @param {{ name: string, version: string }} tool */
async function hasVersion({ name, version }) {
  const { stdout } = await run(name, ['--version']);
  return stdout.trim() === `${name} ${version}`;
}
