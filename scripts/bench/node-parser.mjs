/**
 * Parses the text on its input again and again with one parser, and prints the milliseconds of CPU time of each round as
 * JSON: `node node-parser.mjs PEERS_FOLDER PARSER ROUNDS`. A process for each parser: none pays for another's garbage.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { cpuMsOf } from './cpu.mjs';
import { loadCore } from './wasm.mjs';

/** Milliseconds that a parser gets to warm up: engines compile for speed what runs often. */
const WARM_UP_MS = 500;
/** What a slow parser warms up on. */
const WARM_UP_TEXT = 20_000;

const [folder = '', name = '', rounds = '1'] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, 'package.json'));
/** @param {string} peer */
const load = (peer) => import(pathToFileURL(resolve(peer)).href);

/** @type {Record<string, () => Promise<(text: string) => unknown>>} */
const PARSERS = {
  'long-term-plan': async () => {
    const core = await loadCore();
    return (text) => new core.Plan(Buffer.from(text)).free();
  },
  'markdown-it': async () => {
    const parser = new (await load('markdown-it')).default();
    return (text) => parser.parse(text, {});
  },
  micromark: async () => {
    const { parse, postprocess, preprocess } = await load('micromark');
    return (text) =>
      postprocess(
        parse()
          .document()
          .write(preprocess()(text, undefined, true)),
      );
  },
  'remark-parse': async () => {
    const [{ unified }, remark] = [await load('unified'), await load('remark-parse')];
    const processor = unified().use(remark.default);
    return (text) => processor.parse(text);
  },
};

const parse = await PARSERS[name]?.();
if (parse === undefined) throw new Error(`no parser "${name}"`);
const text = await readText(process.stdin);
const start = performance.now();
while (performance.now() - start < WARM_UP_MS) parse(text.slice(0, WARM_UP_TEXT));
const times = Array.from({ length: Number(rounds) }, () => cpuMsOf({ run: () => parse(text) }));
console.log(JSON.stringify(times));
