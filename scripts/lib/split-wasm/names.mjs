/** The wasm without what only people and tools read: the names of its functions, and who made it. */
import { joined, Reader, sized } from './bytes.mjs';

const HEADER = 8;

/** @param {Uint8Array} wasm */
export function withoutNames(wasm) {
  const reader = new Reader(wasm);
  const pieces = [reader.take(HEADER)];
  while (!reader.isAtEnd) {
    const id = reader.byte();
    const content = reader.take(reader.number());
    if (id !== 0) pieces.push(Uint8Array.of(id), joined(sized(content)));
  }
  return joined(pieces);
}
