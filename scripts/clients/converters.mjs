/** Adapters that convert the listing into the form of another API, with the real packages. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readText } from '../lib/project.mjs';

/**
 * @typedef {{ name: string, description: string, inputSchema: unknown }} ListedTool
 * @typedef {{ name: string, version: string, accepted: number, of: number, problems: string[], isGood: boolean }} Conversion
 */

/**
 * @param {string} modules the folder of the packages
 * @returns {Promise<Conversion[]>}
 */
export async function tryConverters(modules) {
  const load = createRequire(join(modules, 'from.js'));
  return [
    tryEach(modules, '@langchain/google-genai', 'bindTools for Gemini', langchain(load)),
    tryEach(modules, '@openai/agents', 'strict mode', openaiAgents(load)),
  ];
}

/**
 * @param {string} modules
 * @param {string} packageName
 * @param {string} what
 * @param {(tool: ListedTool) => void} convert throws what is wrong
 * @returns {Conversion}
 */
function tryEach(modules, packageName, what, convert) {
  const manifest = readFileSync(join(modules, packageName, 'package.json'), 'utf8');
  /** @type {{ toolsets: { name: string, tools: ListedTool[] }[] }} */
  const { toolsets } = JSON.parse(readText('npm/core/generated/listing.json'));
  const problems = toolsets.flatMap(({ name, tools }) =>
    tools.flatMap((tool) => {
      try {
        convert(tool);
        return [];
      } catch (error) {
        return [`${name}: ${tool.name}: ${error instanceof Error ? error.message : error}`];
      }
    }),
  );
  const of = toolsets.flatMap(({ tools }) => tools).length;
  return {
    name: `${packageName}, ${what}`,
    version: JSON.parse(manifest).version,
    accepted: of - problems.length,
    of,
    problems,
    isGood: problems.length === 0,
  };
}

/** @param {(name: string) => any} load */
function langchain(load) {
  const { ChatGoogleGenerativeAI } = load('@langchain/google-genai');
  const model = new ChatGoogleGenerativeAI({ model: 'gemini-2.5-flash', apiKey: 'none' });
  return (/** @type {ListedTool} */ { name, description, inputSchema }) => {
    const bound = model.bindTools([{ name, description, schema: inputSchema }]);
    const { tools } = model.invocationParams(bound.config);
    const [declared] = tools?.[0]?.functionDeclarations ?? [];
    if (declared?.name !== name) throw new Error('it is missing in the request');
  };
}

/** @param {(name: string) => any} load */
function openaiAgents(load) {
  const { mcpToFunctionTool } = load('@openai/agents');
  const server = { name: 'server', callTool: async () => [] };
  return (/** @type {ListedTool} */ tool) => {
    // It falls back to the other mode without an error.
    if (!mcpToFunctionTool(tool, server, true).strict) throw new Error('it is not strict');
  };
}
