/** Bundles the extension twice: for the desktop, where Node runs it, and for the web, where a worker does. */
import { build } from 'esbuild';

const common = {
  entryPoints: ['src/extension.ts'],
  bundle: true,
  format: 'cjs',
  external: ['vscode'],
};
await build({ ...common, platform: 'node', target: 'node20', outfile: 'dist/desktop.js' });
await build({ ...common, platform: 'browser', target: 'es2022', outfile: 'dist/web.js' });
