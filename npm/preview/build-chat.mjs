/** Builds the plan in the chat: one HTML file whose policy names its style and its script by their hashes. */
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/** @returns {Promise<string>} */
export async function chatPage() {
  const [script, style] = await Promise.all([
    bundle('src/chat/main.ts'),
    bundle('src/chat/chat.css'),
  ]);
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Tasks</title>
<style>${style}</style>
</head>
<body>
<main id="tasks" data-tools="[]"></main>
<script type="module">${script}</script>
</body>
</html>
`;
}

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
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
