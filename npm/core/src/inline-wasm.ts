/** Decodes a wasm that is inlined as base64, so that no bundler or host has to find a file. The first call decodes it. */
export function inlineWasm(base64: () => string): () => Uint8Array {
  let bytes: Uint8Array | undefined;
  return () => {
    bytes ??= decode(base64());
    return bytes;
  };
}

function decode(base64: string): Uint8Array {
  // Many times as fast where it exists.
  if (typeof Buffer === 'function') return Buffer.from(base64, 'base64');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
