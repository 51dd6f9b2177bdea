/** esbuild plugins for a command that has to start quickly: what is not needed is not loaded. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const requireBuiltin = createRequire(import.meta.url);

/**
 * Loads some of Node's own modules at the first call of one of their functions. `node:crypto` alone takes
 * Node as long as parsing a large plan.
 * @param {string[]} names
 * @returns {import('esbuild').Plugin}
 */
export function lazyBuiltins(names) {
  const filter = new RegExp(`^node:(${names.join('|')})$`);
  return {
    name: 'lazy-builtins',
    setup({ onResolve, onLoad }) {
      onResolve({ filter }, ({ path, namespace }) =>
        namespace === 'lazy-builtin'
          ? { path, external: true }
          : { path, namespace: 'lazy-builtin' },
      );
      onLoad({ filter, namespace: 'lazy-builtin' }, ({ path }) => {
        const functions = Object.entries(requireBuiltin(path))
          .filter(([name, value]) => typeof value === 'function' && /^[a-z]\w*$/.test(name))
          .map(([name]) => `export const ${name} = (...args) => load().${name}(...args);`);
        return { contents: [`const load = () => require('${path}');`, ...functions].join('\n') };
      });
    },
  };
}

/**
 * Has what the files of a folder import dynamically found in one module, which exports all of it.
 * @param {RegExp} folder
 * @param {string} module
 * @returns {import('esbuild').Plugin}
 */
export function together(folder, module) {
  return {
    name: 'together',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ kind, importer }) =>
        kind === 'dynamic-import' && folder.test(importer) ? { path: module } : undefined,
      );
    },
  };
}

/**
 * The listing of the tools as texts, of which each is parsed as JSON when something of its toolset is wanted: that is
 * quicker than to read it as a program. Without outputs it has only what a command needs that is no MCP server.
 * @param {{ hasOutputs?: boolean }} [options]
 * @returns {import('esbuild').Plugin}
 */
export function lazyListing({ hasOutputs = true } = {}) {
  return {
    name: 'lazy-listing',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]generated[\\/]listing\.json$/ }, async ({ path }) => {
        /** @type {{ toolsets: ListedToolset[] }} */
        const { toolsets } = JSON.parse(await readFile(path, 'utf8'));
        const listed = hasOutputs ? toolsets : toolsets.map(inputsOf);
        const lazy = listed.map(({ name, ...rest }) => {
          const given = [name, Object.keys(rest), JSON.stringify(rest)];
          return `lazy(${given.map((one) => JSON.stringify(one)).join()})`;
        });
        return {
          contents: `${LAZY}\nexport default { toolsets: [${lazy.join()}] };`,
          loader: 'js',
        };
      });
    },
  };
}

/** Goes into the bundle. */
const LAZY = `
function lazy(name, fields, text) {
  let rest;
  const get = (field) => () => (rest ??= JSON.parse(text))[field];
  const toProperty = (field) => [field, { enumerable: true, get: get(field) }];
  return Object.defineProperties({ name }, Object.fromEntries(fields.map(toProperty)));
}`;

/** @typedef {{ name: string, tools: { outputSchema?: unknown }[] }} ListedToolset */

/** @param {ListedToolset} toolset */
function inputsOf({ name, tools }) {
  return { name, tools: tools.map(({ outputSchema: _, ...tool }) => tool) };
}
