import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, targetDir } from './project.mjs';

const OUT_DIR = join(targetDir, 'node-tests');

/**
 * Compiles test files in TypeScript once, with what they share in common files. A loader that compiles in each test process
 * takes longer, and cannot load the completion scripts as text.
 * @param {string[]} files relative to the checkout
 * @returns {Promise<string[]>} what to run in their place; other files are returned unchanged
 */
export async function bundleTests(files) {
  const typescript = files.filter((file) => file.endsWith('.ts'));
  rmSync(OUT_DIR, { recursive: true, force: true, maxRetries: 10 });
  if (typescript.length > 0) await bundle(typescript);
  return files.map((file) =>
    file.endsWith('.ts') ? join(OUT_DIR, file.replace(/\.ts$/, '.mjs')) : file,
  );
}

/** @param {string[]} entryPoints */
async function bundle(entryPoints) {
  // Loaded here, because the set-up installs it.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: OUT_DIR,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.bash': 'text', '.zsh': 'text', '.fish': 'text', '.ps1': 'text' },
    define: { 'import.meta.url': '__url', 'import.meta.dirname': '__dirname' },
    plugins: [ownLocation()],
  });
}

/**
 * Lets a bundled file know where its source is, since tests find fixtures and programs from there.
 * @returns {import('esbuild').Plugin}
 */
function ownLocation() {
  return {
    name: 'own-location',
    setup({ onLoad }) {
      onLoad({ filter: /\.(ts|tsx|mjs)$/ }, ({ path }) => {
        const location = [pathToFileURL(path).href, dirname(path)].map((one) =>
          JSON.stringify(one),
        );
        const contents = `const [__url, __dirname] = [${location}]; ${readFileSync(path, 'utf8')}`;
        return { contents, loader: path.endsWith('.tsx') ? 'tsx' : 'ts' };
      });
    },
  };
}
