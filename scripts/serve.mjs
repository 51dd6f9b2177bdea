#!/usr/bin/env node
/**
 * `npx . --root DIR` and `npm start -- --root DIR`: builds what is missing, then is the server, in this very process.
 * Stdout carries only the protocol; whatever is said about set-up goes to stderr.
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
  await build({ forTests: false });
});

const server = inRoot('npm/mcp/bin/long-term-plan-mcp.cjs');
process.argv[1] = server;
await import(pathToFileURL(server).href);
