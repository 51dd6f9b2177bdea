import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * How Rust compiles what becomes wasm.
 * @returns {Record<string, string>} the environment for cargo
 */
export function wasmCompilerFlags() {
  const flags = [
    // Names that tell of which types a function was made: the wasm is split by them.
    '-Csymbol-mangling-version=v0',
    // Six times as small. Hosts hash what is large, and faster (`npm run bench -- boundary`).
    '--cfg',
    'sha2_backend_soft="compact"',
    ...withoutSourcePaths(),
  ];
  // Encoded, because a path may hold spaces.
  return { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
}

/** Panic messages name source files, by paths that say where this machine keeps them. Here they start at the crate instead. */
function withoutSourcePaths() {
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'src');
  const folders = existsSync(crates) ? readdirSync(crates).map((name) => join(crates, name)) : [];
  return folders.map((folder) => `--remap-path-prefix=${folder}=crates`);
}
