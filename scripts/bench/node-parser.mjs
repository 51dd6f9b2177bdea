/**
 * Parses the text on its input again and again with one parser, and prints the milliseconds of each round as JSON:
 * `node node-parser.mjs PEERS_FOLDER PARSER ROUNDS`. Each parser runs in its own process, so that none pays for another's
 * garbage.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** JavaScript engines optimize what runs often. */
const WARM_UP_MS = 500;
/** Short, because some parsers are slow. */
const WARM_UP_TEXT = 20_000;

const [folder = '', name = '', rounds = '1'] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, 'package.json'));
/** @param {string} peer */
const load = (peer) => import(pathToFileURL(resolve(peer)).href);

/** @type {Record<string, () => Promise<(text: string) => unknown>>} */
const PARSERS = {
  'long-term-plan': async () => {
    const { openPlan } = await import('long-term-plan-core');
    return (text) => {
      const plan = openPlan(text);
      // Parses, and returns little.
      plan.find('zzz');
      plan.free();
    };
  },
  'markdown-it': async () => {
    const parser = new (await load('markdown-it')).default();
    return (text) => parser.parse(text, {});
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
const times = Array.from({ length: Number(rounds) }, () => {
  const before = performance.now();
  parse(text);
  return performance.now() - before;
});
console.log(JSON.stringify(times));
