/** The core in the page: decompressed once, before anything is shown. */
import { htmlWriter, type PlanFunctions, planFunctions, type Wasm } from 'long-term-plan-core/slim';
import { type HtmlOf, openingLinksElsewhere } from './markdown.ts';

export interface Loaded {
  functions: PlanFunctions;
  htmlOf: HtmlOf;
  wasm(): Wasm;
}

/** The page holds the core as JSON: base64 of the compressed wasm, in one part or in two. */
export async function loadCore(): Promise<Loaded> {
  const packed: string[] = JSON.parse(document.getElementById('core')?.textContent ?? '[]');
  const [first, later] = await Promise.all(packed.map(unpacked));
  if (first === undefined) throw new Error('the page was written without its core');
  const core = later === undefined ? first : { first, later: () => later };
  const wasm = () => core;
  const htmlOf = openingLinksElsewhere(htmlWriter(wasm));
  return { functions: planFunctions(wasm), htmlOf, wasm };
}

async function unpacked(base64: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
