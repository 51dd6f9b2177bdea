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
 * Leaves what is imported dynamically to another bundle beside this one, which exports all of it.
 * @param {string} file of that bundle
 * @returns {import('esbuild').Plugin}
 */
export function laterIn(file) {
  return {
    name: 'later-in',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${file}`, external: true } : undefined,
      );
    },
  };
}

/**
 * The listing of the tools without what only MCP clients are told, as a text that is parsed as JSON: that is
 * quicker than to read it as a program.
 * @returns {import('esbuild').Plugin}
 */
export function inputsOfListing() {
  return {
    name: 'inputs-of-listing',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]generated[\\/]listing\.json$/ }, async ({ path }) => {
        const { toolsets } = JSON.parse(await readFile(path, 'utf8'));
        const inputs = toolsets.map((/** @type {any} */ { name, tools }) => ({
          name,
          tools: tools.map((/** @type {any} */ { outputSchema: _, ...tool }) => tool),
        }));
        const text = JSON.stringify(JSON.stringify({ toolsets: inputs }));
        return { contents: `export default JSON.parse(${text});`, loader: 'js' };
      });
    },
  };
}
