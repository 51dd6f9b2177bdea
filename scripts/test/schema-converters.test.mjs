/**
 * Model APIs accept less than JSON Schema. This converts every listed schema by the rules of two strict converters: LangChain's
 * adapter for Gemini, and the strict mode of OpenAI Agents. The real packages run in `npm run clients`.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * @typedef {{ [keyword: string]: any }} Schema
 * @typedef {{ name: string, inputSchema: Schema }} Tool
 */

/** @type {{ toolsets: { name: string, tools: Tool[] }[] }} */
const listing = JSON.parse(
  readFileSync(new URL('../../npm/core/generated/listing.json', import.meta.url), 'utf8'),
);
const tools = listing.toolsets.flatMap(({ name, tools }) =>
  tools.map((tool) => ({ toolset: name, ...tool })),
);

test('the adapter for Gemini converts every schema', () => {
  for (const { toolset, name, inputSchema } of tools) gemini(inputSchema, `${toolset} ${name}`);
});

test('strict mode converts every schema', () => {
  for (const { toolset, name, inputSchema } of tools) {
    const strict = strictMode(inputSchema, `${toolset} ${name}`);
    assert.deepEqual(strict['required'], Object.keys(inputSchema['properties'] ?? {}), name);
  }
});

test('strict mode forces no choice on a call of the default toolset', () => {
  // All arguments become required, so each choice needs a member that means the same as leaving it out.
  const defaults = ['tree', 'empty', 'open', 'plan', 'todo', 'last'];
  for (const { name, inputSchema } of tools.filter(({ toolset }) => toolset === 'plan')) {
    const { properties, required = [] } = inputSchema;
    for (const [argument, schema] of Object.entries(properties)) {
      if (required.includes(argument) || schema.enum === undefined) continue;
      assert.ok(defaults.includes(schema.enum[0]), `${name}: ${argument}`);
    }
  }
});

test('the rules notice what the converters refuse', () => {
  const argument = (/** @type {Schema} */ schema) => ({
    type: 'object',
    properties: { argument: schema },
  });
  for (const refused of [
    { type: 'string', enum: ['a', ''] },
    { type: 'string', enum: ['a', null] },
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    { $ref: '#/$defs/Task' },
    { const: 'a' },
    { type: 'array' },
    { type: 'object', properties: {} },
    { type: 'string', format: 'date' },
  ]) {
    assert.throws(() => gemini(argument(refused), 'test'), JSON.stringify(refused));
  }
  assert.throws(() => strictMode(argument({ type: 'object', additionalProperties: true }), 'test'));
});

/**
 * The schema without what the adapter removes. Throws where the adapter or the API does.
 * @param {Schema} schema
 * @param {string} path
 * @returns {Schema}
 */
function gemini(schema, path) {
  const known = [
    'type',
    'description',
    'default',
    'enum',
    'items',
    'properties',
    'required',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    'minLength',
    'maxLength',
    'pattern',
    'additionalProperties',
  ];
  for (const keyword of Object.keys(schema)) {
    assert.ok(known.includes(keyword), `${path}: ${keyword}`);
  }
  const { additionalProperties: _, ...converted } = schema;
  assert.equal(typeof converted['type'], 'string', `${path}: type`);
  if (converted['enum'] !== undefined) {
    assert.equal(converted['type'], 'string', `${path}: enum of ${converted['type']}`);
    for (const member of converted['enum']) {
      assert.ok(typeof member === 'string' && member !== '', `${path}: enum ${member}`);
    }
  }
  if (converted['type'] === 'array') {
    assert.ok(converted['items'], `${path}: items`);
    converted['items'] = gemini(converted['items'], `${path}[]`);
  }
  if (converted['type'] === 'object') {
    const entries = Object.entries(converted['properties'] ?? {});
    // A tool may have no arguments at all.
    assert.ok(entries.length > 0 || !path.includes('.'), `${path}: no properties`);
    converted['properties'] = Object.fromEntries(
      entries.map(([name, property]) => [name, gemini(property, `${path}.${name}`)]),
    );
  }
  return converted;
}

/**
 * The schema with every property required and no others. Throws where the converter does.
 * @param {Schema} schema
 * @param {string} path
 * @returns {Schema}
 */
function strictMode(schema, path) {
  const converted = { ...schema };
  if (converted['type'] === 'object') {
    assert.ok(!converted['additionalProperties'], `${path}: additionalProperties`);
    const properties = Object.entries(converted['properties'] ?? {});
    converted['additionalProperties'] = false;
    converted['required'] = properties.map(([name]) => name);
    converted['properties'] = Object.fromEntries(
      properties.map(([name, property]) => [name, strictMode(property, `${path}.${name}`)]),
    );
  }
  if (converted['items']) converted['items'] = strictMode(converted['items'], `${path}[]`);
  return converted;
}
