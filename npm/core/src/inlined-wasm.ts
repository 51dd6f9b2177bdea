/** A wasm as a part of the JavaScript, so that no bundler and no host has to find a file. */

/** It is decoded by the first call. */
export function inlinedWasm(base64: () => string): () => Uint8Array {
  let bytes: Uint8Array | undefined;
  return () => {
    bytes ??= decoded(base64());
    return bytes;
  };
}

function decoded(base64: string): Uint8Array {
  // Many times as fast where it exists, and no page has to carry a stand-in for it.
  if (typeof Buffer === 'function') return Buffer.from(base64, 'base64');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
