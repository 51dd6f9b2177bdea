/**
 * Builds the page: one HTML file with its style and its script, so that it can be opened from disk. Its
 * Content-Security-Policy names the style and the script by their hashes: nothing else can run, and nothing can be sent
 * anywhere. The wasm is added when the page is served or written (npm/mcp/src/preview-server/page.ts).
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
await rm(dist, { recursive: true, force: true });
await mkdir(dist);
const [script, style, template] = await Promise.all([
  bundle('src/main.tsx'),
  bundle('src/style/page.css'),
  readFile(join(here, 'src/page.template'), 'utf8'),
]);
const policy = [
  "default-src 'none'",
  `script-src '${hashOf(script)}' 'wasm-unsafe-eval'`,
  `style-src '${hashOf(style)}'`,
  'img-src data:',
  // `ltp preview` allows its own address here.
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const page = template
  .replace('{{policy}}', () => policy)
  .replace('{{style}}', () => style)
  .replace('{{script}}', () => script);
await writeFile(join(dist, 'page.html'), page);

/** @param {string} entry */
async function bundle(entry) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'text' },
    // From its source, so that the page needs no build of that package.
    alias: { 'long-term-plan-core': '../core/src' },
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
