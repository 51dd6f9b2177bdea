/**
 * `npm run clients`: runs real MCP clients against the server, with a model on this machine, and writes docs/clients.md.
 *
 *   npm run clients              all clients and converters
 *   npm run clients -- codex     only those whose names contain it; nothing is written
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../lib/build.mjs';
import { installPinned } from '../lib/install-pinned.mjs';
import { main } from '../lib/main.mjs';
import { seconds } from '../lib/progress.mjs';
import { toolsDir } from '../lib/project.mjs';
import { SetupError } from '../lib/setup-error.mjs';
import { CLIENTS } from './clients.mjs';
import { tryConverters } from './converters.mjs';
import { writeTable } from './docs.mjs';
import { runClient } from './run-client.mjs';
import { CALLS, TOOLS } from './scenario.mjs';

const MIN_NODE = 22;

await main(async () => {
  const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
  const isWanted = (/** @type {string} */ name) =>
    wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part));
  await build('serving');
  const installed = await install();
  const clients = CLIENTS.filter(({ name }) => isWanted(name));
  const rows = [];
  for (const client of clients) rows.push(await tryClient(client, installed));
  const converters = isWanted('converters') ? await tryConverters(installed.modules) : [];
  for (const { name, accepted, of, problems } of converters) {
    console.log(`${name}: ${accepted} of ${of} ${problems.slice(0, 5).join('; ')}`);
  }
  if (wanted.length === 0) writeTables(rows, converters);
  const failed = [...rows, ...converters].filter(({ isGood }) => !isGood).map(({ name }) => name);
  if (failed.length > 0) {
    console.log(`Not as expected: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
});

/**
 * @param {import('./clients.mjs').Client} client
 * @param {import('./run-client.mjs').Installed} installed
 */
async function tryClient(client, installed) {
  const start = performance.now();
  const outcome = await runClient(client, installed);
  const { tools, calls, hasError, hasRoot, output } = outcome;
  const isGood = tools === TOOLS && calls === CALLS && hasError && hasRoot;
  console.log(
    `${client.name}: ${tools} tools, ${calls} calls${hasError ? ', the error' : ''}${hasRoot ? ', the root' : ''} in ${seconds(start)}`,
  );
  if (!isGood) console.log(output.slice(-4000));
  return { name: client.name, version: versionOf(client.package, installed), ...outcome, isGood };
}

/**
 * @param {Awaited<ReturnType<typeof tryClient>>[]} rows
 * @param {import('./converters.mjs').Conversion[]} converters
 */
function writeTables(rows, converters) {
  const mark = (/** @type {boolean} */ isTrue) => (isTrue ? 'yes' : 'no');
  writeTable(
    'clients',
    ['Client', 'Version', 'Tools', 'Instructions', 'Calls', 'Error', 'Root'],
    rows.map(({ name, version, tools, isSearched, hasInstructions, calls, hasError, hasRoot }) => [
      name,
      version,
      isSearched ? `${tools}, by search` : tools,
      mark(hasInstructions),
      `${calls} of ${CALLS}`,
      mark(hasError),
      mark(hasRoot),
    ]),
  );
  writeTable(
    'converters',
    ['Converter', 'Version', 'Accepted'],
    converters.map(({ name, version, accepted, of }) => [name, version, `${accepted} of ${of}`]),
  );
}

/**
 * Into a folder that git ignores.
 * @returns {Promise<import('./run-client.mjs').Installed>}
 */
async function install() {
  const folder = join(toolsDir, 'clients');
  await installPinned('the clients', 'scripts/clients', folder);
  const modules = join(folder, 'node_modules');
  return { node: newerNode(modules), modules };
}

/**
 * Some clients need a newer Node than we do.
 * @param {string} modules
 */
function newerNode(modules) {
  const packaged = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= MIN_NODE) return process.execPath;
  throw new SetupError('The clients need a newer Node.', {
    remedy: `run this with Node ${MIN_NODE} or newer.`,
  });
}

/**
 * @param {string} name of a package
 * @param {import('./run-client.mjs').Installed} installed
 * @returns {string}
 */
function versionOf(name, { modules }) {
  return JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
}
