/**
 * What the listing of the default toolset costs, and whether its tools are found. The two pull in opposite directions: words
 * that help a search are paid for by every session. So they are tested together.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Tokens of o200k for all that a model reads of the tools. */
const MAX_TOKENS = 2400;

/** Queries of each set whose tool is among the first three. */
const FOUND_IN_FIRST_THREE = { a: 110, b: 60, c: 68, d: 57, words: 40 };

/**
 * @typedef {{ name: string, title: string, description: string, inputSchema: object }} Tool
 * @typedef {[query: string, tools: string[]][]} Queries
 */

/** @returns {any} */
const read = (/** @type {string} */ path) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

/** @type {Tool[]} */
const tools = read('npm/core/generated/listing.json').toolsets.find(
  (/** @type {{ name: string }} */ { name }) => name === 'plan',
).tools;

/** @type {Record<keyof typeof FOUND_IN_FIRST_THREE, Queries>} */
const queries = read('tests/fixtures/tool-queries.json');

test('the listing of the default toolset is cheap, and its tools are found', () => {
  const listed = tools.map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
  }));
  const tokens = countTokens(JSON.stringify(listed));
  const search = bm25(
    tools.map(({ name, title, description }) => `${name} ${title} ${description}`),
  );
  const found = Object.fromEntries(
    Object.entries(queries).map(([set, cases]) => [
      set,
      cases.filter(([query, wanted]) => {
        const first = search(query).slice(0, 3);
        return first.some((index) => wanted.includes(tools[index]?.name ?? ''));
      }).length,
    ]),
  );
  const isCheap = tokens <= MAX_TOKENS;
  const areFound = Object.entries(FOUND_IN_FIRST_THREE).every(
    ([set, least]) => (found[set] ?? 0) >= least,
  );
  assert.ok(isCheap && areFound, `${tokens} tokens; found ${JSON.stringify(found)}`);
});

test('every query names tools that exist', () => {
  const names = tools.map(({ name }) => name);
  for (const [query, wanted] of Object.values(queries).flat()) {
    assert.ok(wanted.length > 0 && wanted.every((name) => names.includes(name)), query);
  }
});

/**
 * Plain BM25 without stemming, as clients use it that search for tools.
 * @param {string[]} texts
 * @returns {(query: string) => number[]} the indexes of the texts that contain a word of the query, best first
 */
function bm25(texts, k1 = 1.2, b = 0.75) {
  const documents = texts.map(words);
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const rarity = (/** @type {string} */ word) => {
    const count = documents.filter((document) => document.includes(word)).length;
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
  };
  return (query) => {
    const scores = documents.map((document) =>
      words(query).reduce((score, word) => {
        const count = document.filter((other) => other === word).length;
        const length = 1 - b + (b * document.length) / average;
        return score + (rarity(word) * count * (k1 + 1)) / (count + k1 * length);
      }, 0),
    );
    const found = [...scores.keys()].filter((index) => (scores[index] ?? 0) > 0);
    return found.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  };
}

/** @type {(text: string) => string[]} */
const words = (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
