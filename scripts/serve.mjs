#!/usr/bin/env node
/**
 * `npx . --root DIR` and `npm start -- --root DIR`: builds what is missing, then runs the server in this process. Stdout
 * carries only the protocol; messages about the set-up go to stderr.
 */

import { pathToFileURL } from 'node:url';
import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { inRoot } from './lib/project.mjs';

await main(async () => {
  if (process.env.npm_lifecycle_event === 'start' && process.env.npm_config_loglevel !== 'silent') {
    console.error(
      'note: npm itself printed a banner on stdout. Configure clients with `npx .`, or `npm start --silent`.',
    );
  }
  await build('serving');
});

const server = inRoot('npm/mcp/bin/long-term-plan-mcp.cjs');
process.argv[1] = server;
await import(pathToFileURL(server).href);
