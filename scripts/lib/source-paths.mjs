import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Panic messages name source files, by paths that say where this machine keeps them. In the wasm that is shipped they
 * start at the crate instead.
 * @returns {Record<string, string>} the environment for cargo
 */
export function withoutSourcePaths() {
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'src');
  const folders = existsSync(crates) ? readdirSync(crates).map((name) => join(crates, name)) : [];
  const flags = folders.map((folder) => `--remap-path-prefix=${folder}=crates`);
  // Encoded, because a path may hold spaces.
  return { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
}
