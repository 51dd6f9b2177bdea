/**
 * Saves 32 of 172 ms of CPU time up to the reply to the first call (2026-11-17, `npm run bench -- start` with and without it).
 *
 * An esbuild plugin that removes from the bundle what the server never uses of the MCP SDK: the JSON Schema validator (the
 * core checks tool arguments), and about 180 protocol schemas that the SDK builds at start for callers of its public API.
 *
 * It looks for patterns in the SDK's files. If a new version does not contain them, the build fails instead of quietly
 * producing a slower server.
 */
import { readFile } from 'node:fs/promises';

const SDK = /[\\/]@modelcontextprotocol[\\/](core|server)[\\/]dist[\\/][^\\/]+\.mjs$/;

/** Replaced by the part that `serveStdio` and `Server` need. */
const SHIMS = '@modelcontextprotocol/server/_shims';
const SHIMS_STUB = `
export { default as process } from 'node:process';
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This server is built without a JSON Schema validator');
  }
}`;

/**
 * Statements that keep unused code in the bundle: a bundler cannot see that the first have no side effects, and the others
 * refer to everything.
 */
const TRANSFORMS = [
  {
    what: 'schema constants',
    atLeast: 150,
    // The first line, and every following one that is indented or starts with a closing bracket.
    pattern: /^const (\w+) = ((?:z|\w+Schema)\.[^\n]*(?:\n[\t)\]}][^\n]*)*);$/gm,
    replacement: 'const $1 = /* @__PURE__ */ (() => $2)();',
  },
  {
    what: 'registrations of schemas for the public API',
    atLeast: 2,
    pattern: /^for \(const .+\) register\(key, .+\);$/gm,
    replacement: '',
  },
  {
    what: 'places that unwrap a high-level server, which this one is not',
    atLeast: 1,
    pattern: /product instanceof McpServer \? product\.server : product/g,
    replacement: 'product',
  },
];

/** @returns {import('esbuild').Plugin} */
export function slimSdk() {
  const found = TRANSFORMS.map((transform) => ({ ...transform, count: 0 }));
  return {
    name: 'slim-sdk',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${SHIMS}$`) }, () => ({
        path: SHIMS,
        namespace: 'slim-sdk',
      }));
      build.onLoad({ filter: /.*/, namespace: 'slim-sdk' }, () => ({ contents: SHIMS_STUB }));
      build.onLoad({ filter: SDK }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const transform of found) {
          transform.count += contents.match(transform.pattern)?.length ?? 0;
          contents = contents.replace(transform.pattern, transform.replacement);
        }
        return { contents };
      });
      build.onEnd(() => ({
        errors: found
          .filter(({ count, atLeast }) => count < atLeast)
          .map(({ what, count, atLeast }) => ({
            text: `The MCP SDK has changed: ${count} ${what}, not ${atLeast} or more (see slim-sdk.mjs)`,
          })),
      }));
    },
  };
}
