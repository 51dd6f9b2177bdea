/**
 * Makes the page: one HTML file with its style, its script and the wasm inside, so that it can be opened from disk. Its
 * Content-Security-Policy names the style and the script by their hashes: nothing else can run, and nothing can be sent
 * anywhere. `coreless.html` is the same without the wasm, for those who have it already and put it in (`src/core.ts`).
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
await rm(dist, { recursive: true, force: true });
await mkdir(dist);
const wasm = fileURLToPath(import.meta.resolve('long-term-plan-core/tools.wasm'));
const core = gzipSync(await readFile(wasm), { level: 9 }).toString('base64');
const [script, style, template] = await Promise.all([
  bundled('src/main.tsx'),
  bundled('src/style.css'),
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
await writeFile(
  join(dist, 'coreless.html'),
  page.replace('{{core}}', () => '[]'),
);
await writeFile(
  join(dist, 'page.html'),
  page.replace('{{core}}', () => JSON.stringify([core])),
);

/** @param {string} entry */
async function bundled(entry) {
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
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
