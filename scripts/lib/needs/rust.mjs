import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../problem.mjs';
import { task } from '../progress.mjs';
import { fromManifest, which } from '../project.mjs';
import { mustRun, run } from '../run.mjs';

const WASM_TARGET = 'wasm32-unknown-unknown';
const RUSTUP = 'install Rust with rustup from https://rustup.rs and run the same command again.';

/**
 * Rust itself is asked for, because where it comes from is the person's choice. What rustup can add to it is added.
 * @param {{ forTests: boolean }} options
 */
export async function ensureRust({ forTests }) {
  const sysroot = await checkRustc();
  if (which('cargo') === undefined) throw new Problem('cargo was not found.', { remedy: RUSTUP });
  if (!existsSync(join(sysroot, 'lib', 'rustlib', WASM_TARGET))) {
    await rustupAdd(`Rust's target ${WASM_TARGET}`, ['target', 'add', WASM_TARGET]);
  }
  if (!forTests) return;
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

/** @returns {Promise<string>} the folder of the Rust toolchain in use */
async function checkRustc() {
  const [version, sysroot] = await Promise.all([
    run('rustc', ['--version']),
    run('rustc', ['--print', 'sysroot']),
  ]);
  const found = /^rustc (\d+)\.(\d+)/.exec(version.stdout);
  if (found === null || sysroot.code !== 0) {
    throw new Problem('Rust was not found.', { remedy: RUSTUP, output: version.output });
  }
  const oldest = fromManifest('Cargo.toml', /^rust-version = "(.*)"$/m);
  const [major = 0, minor = 0] = oldest.split('.').map(Number);
  if (Number(found[1]) < major || (Number(found[1]) === major && Number(found[2]) < minor)) {
    throw new Problem(`Rust ${oldest} or newer is needed; this is ${version.stdout.trim()}.`, {
      remedy: '`rustup update stable`, then run the same command again.',
    });
  }
  return sysroot.stdout.trim();
}

/**
 * @param {string} what
 * @param {string[]} args of rustup
 */
async function rustupAdd(what, args) {
  if (which('rustup') === undefined) {
    throw new Problem(`${what} is missing, and there is no rustup that could add it.`, {
      remedy: `install it with what installed Rust, or ${RUSTUP}`,
    });
  }
  await task(`adding ${what}`, (note) =>
    mustRun('rustup', args, {
      onLine: note,
      remedy: `make \`rustup ${args.join(' ')}\` succeed (it needs the network), then run the same command again.`,
    }),
  );
}
