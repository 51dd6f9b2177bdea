/** The core in the page: decompressed once, before anything is shown. */
import {
  createMarkdownRenderer,
  createPlanFunctions,
  type PlanFunctions,
  type Wasm,
} from 'long-term-plan-core/slim';
import { type HtmlOf, openingLinksElsewhere } from './markdown.ts';

export interface Loaded {
  functions: PlanFunctions;
  htmlOf: HtmlOf;
  wasm(): Wasm;
}

/** The page contains the wasm as base64, gzipped. */
export async function loadCore(): Promise<Loaded> {
  const packed = document.getElementById('core')?.textContent;
  if (!packed) throw new Error('the page was written without its core');
  const core = await unpacked(packed);
  const wasm = () => core;
  const htmlOf = openingLinksElsewhere(createMarkdownRenderer(wasm));
  return { functions: createPlanFunctions(wasm), htmlOf, wasm };
}

async function unpacked(base64: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
