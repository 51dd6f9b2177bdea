/** The core as the build left it: compressed, and split into what most calls need and what few do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { SplitWasm } from 'long-term-plan-core/slim';

/** The files are read when they are needed. */
export function readWasm(folder: string): SplitWasm {
  const unpacked = (file: string) => brotliDecompressSync(readFileSync(join(folder, file)));
  return { first: unpacked('core.wasm.br'), later: () => unpacked('later.wasm.br') };
}
