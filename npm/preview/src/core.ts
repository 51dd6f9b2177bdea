/** The core in the page: decompressed once, before anything is shown. */
import compressed from 'compressed-wasm';
import { type PlanFunctions, planFunctions } from 'long-term-plan-core/slim';

export interface Loaded {
  functions: PlanFunctions;
  wasm(): Uint8Array;
}

export async function loadCore(): Promise<Loaded> {
  const packed = Uint8Array.from(atob(compressed), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const wasm = () => bytes;
  return { functions: planFunctions(wasm), wasm };
}
