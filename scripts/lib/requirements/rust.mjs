import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { task } from '../progress.mjs';
import { fromManifest, which } from '../project.mjs';
import { mustRun, run } from '../run.mjs';
import { SetupError } from '../setup-error.mjs';

const WASM_TARGET = 'wasm32-unknown-unknown';
const RUSTUP = 'install Rust with rustup from https://rustup.rs and run the same command again.';

/**
 * Adds what rustup can add to Rust.
 * @param {string} sysroot the folder of the Rust toolchain
 * @param {{ lints: boolean }} options lints: whether clippy and rustfmt are required
 */
export async function ensureRustParts(sysroot, { lints }) {
  if (!existsSync(join(sysroot, 'lib', 'rustlib', WASM_TARGET))) {
    await rustupAdd(`Rust's target ${WASM_TARGET}`, ['target', 'add', WASM_TARGET]);
  }
  if (!lints) return;
  for (const [component, program] of [
    ['clippy', 'cargo-clippy'],
    ['rustfmt', 'rustfmt'],
  ]) {
    const file = process.platform === 'win32' ? `${program}.exe` : `${program}`;
    if (!existsSync(join(sysroot, 'bin', file))) {
      await rustupAdd(`Rust's component ${component}`, ['component', 'add', `${component}`]);
    }
  }
}

/**
 * Rust itself is not installed: where it comes from is the user's choice.
 * @returns {Promise<string>} the folder of the Rust toolchain in use
 */
export async function checkRust() {
  const [version, sysroot] = await Promise.all([
    run('rustc', ['--version']),
    run('rustc', ['--print', 'sysroot']),
  ]);
  const found = /^rustc (\d+)\.(\d+)/.exec(version.stdout);
  if (found === null || sysroot.code !== 0) {
    throw new SetupError('Rust was not found.', { remedy: RUSTUP, output: version.output });
  }
  const oldest = fromManifest('Cargo.toml', /^rust-version = "(.*)"$/m);
  const [major = 0, minor = 0] = oldest.split('.').map(Number);
  if (Number(found[1]) < major || (Number(found[1]) === major && Number(found[2]) < minor)) {
    throw new SetupError(`Rust ${oldest} or newer is needed; this is ${version.stdout.trim()}.`, {
      remedy: '`rustup update stable`, then run the same command again.',
    });
  }
  if (which('cargo') === undefined)
    throw new SetupError('cargo was not found.', { remedy: RUSTUP });
  return sysroot.stdout.trim();
}

/**
 * @param {string} what
 * @param {string[]} args of rustup
 */
async function rustupAdd(what, args) {
  if (which('rustup') === undefined) {
    throw new SetupError(`${what} is missing, and rustup, which could add it, was not found.`, {
      remedy: `install it the way you installed Rust, or ${RUSTUP}`,
    });
  }
  await task(`adding ${what}`, (onLine) =>
    mustRun('rustup', args, {
      onLine,
      remedy: `make \`rustup ${args.join(' ')}\` succeed (it needs the network), then run the same command again.`,
    }),
  );
}
