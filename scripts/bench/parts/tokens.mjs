import { folderIn, inTemporaryFolder } from '../folders.mjs';
import { peerVersion } from '../peers.mjs';
import { connectedPlan, putPlan, samplePlan } from '../plans.mjs';
import { Server } from '../processes.mjs';
import { OURS, ourCommand, peerServers } from '../servers.mjs';
import { bytesBeyondContent, replyText, tokenCounter, visibleText } from '../tokens.mjs';

export const title = 'Tokens';

const LISTING_TOKENS = 2_400;
const TASK_BYTES = 90;
const DEFAULT_VIEW = 'tree';
const TOOLSETS = [
  'doc',
  'decisions',
  'notes',
  'history',
  'todori',
  'agentic-todo',
  'scopecraft',
  'todolist',
];
/** @type {{ name: string, make: typeof samplePlan, what: string }[]} */
const PLANS = [
  { name: 'mixed', make: samplePlan, what: 'sections, four levels, some attributes' },
  {
    name: 'connected',
    make: connectedPlan,
    what: 'three dependencies per task, and often a priority',
  },
];

/**
 * @typedef {object} Listing
 * @property {string} name
 * @property {boolean} isOurs
 * @property {{ name: string, text: string }[]} tools what a model reads of each
 */

/** @param {import('../report.mjs').Context} context */
export function measure({ progress, peers }) {
  return inTemporaryFolder(async (folder) => {
    const peersFolder = await peers();
    const tokens = tokenCounter(peersFolder);
    progress('listings');
    const ours = await listingOf('ours, by default', OURS.command(folderIn(folder, 'default')));
    const toolsets = [];
    for (const toolset of TOOLSETS) {
      const command = ourCommand(folderIn(folder, toolset), '--toolsets', toolset);
      toolsets.push(await listingOf(`ours, \`--toolsets ${toolset}\``, command));
    }
    const others = [];
    for (const server of peerServers(peersFolder)) {
      const project = folderIn(folder, server.name);
      server.prepare?.(project);
      const listing = await listingOf(
        `${server.name} ${peerVersion(server.name)}`,
        server.command(project),
      );
      others.push({ ...listing, isOurs: false });
    }
    progress('listed tasks');
    const pages = await listedPages(folderIn(folder, 'plans'), tokens);
    return sectionOf({ ours, listings: [ours, ...others, ...toolsets], pages, tokens });
  });
}

/**
 * @param {string} name
 * @param {import('../processes.mjs').Command} command
 * @returns {Promise<Listing>}
 */
async function listingOf(name, command) {
  const server = new Server(command);
  await server.initialize();
  const { tools } = await server.request({ method: 'tools/list' });
  await server.end();
  const visible = tools.map((/** @type {any} */ tool) => ({
    name: tool.name,
    text: visibleText(tool),
  }));
  return { name, isOurs: true, tools: visible };
}

/**
 * The first page of plan_get by default, of each plan.
 * @param {string} project
 * @param {(text: string) => number} tokens
 */
async function listedPages(project, tokens) {
  for (const { name, make } of PLANS) putPlan(project, name, make(1_000).text);
  const server = new Server(ourCommand(project));
  await server.initialize();
  const pages = [];
  for (const { name, what } of PLANS) {
    for (const view of [DEFAULT_VIEW, 'flat']) {
      const result = await server.call('plan_get', { planId: name, view });
      const text = replyText(result);
      pages.push({
        plan: `${name}: ${what}`,
        view,
        rows: bytesBeyondContent(result.structuredContent.plan.tasks),
        bytes: Buffer.byteLength(text),
        tokens: tokens(text),
      });
    }
  }
  await server.end();
  return pages;
}

/** @param {import('../tokens.mjs').ListedTask[]} rows */
const most = (rows) => (rows.length === 0 ? '—' : Math.max(...rows.map(({ bytes }) => bytes)));

/**
 * @param {object} figures
 * @param {Listing} figures.ours
 * @param {Listing[]} figures.listings
 * @param {Awaited<ReturnType<typeof listedPages>>} figures.pages
 * @param {(text: string) => number} figures.tokens
 * @returns {import('../report.mjs').Section}
 */
function sectionOf({ ours, listings, pages, tokens }) {
  /** @param {Listing} listing */
  const size = ({ tools }) => {
    const text = `[${tools.map(({ text }) => text)}]`;
    return { tools: tools.length, bytes: Buffer.byteLength(text), tokens: tokens(text) };
  };
  const rows = pages.filter(({ view }) => view === DEFAULT_VIEW).flatMap(({ rows }) => rows);
  return {
    summary: `What a model has to read. Of a listing (the reply to \`tools/list\`) that is the name, the description and the schema of the
arguments of each tool, as one JSON array, at the start of every session; annotations and schemas of results are for the client
and do not count. Tokens are counted in o200k by \`gpt-tokenizer\`.

A task in the default page of \`plan_get\` is counted without its title, its id and the names of its sections: the rest is what
the form of the reply costs. Attributes are not listed; \`task_get\` returns them.`,
    goals: [
      {
        what: 'The default listing',
        limit: LISTING_TOKENS,
        value: size(ours).tokens,
        unit: 'tokens',
      },
      {
        what: 'A listed task beyond its title, id and section names, at most',
        limit: TASK_BYTES,
        value: Math.max(...rows.map(({ bytes }) => bytes)),
        unit: 'bytes',
      },
    ],
    tables: [
      {
        caption: 'Listings, as a model sees them',
        head: ['Server', 'tools', 'bytes', 'tokens'],
        rows: listings.map((listing) => {
          const { tools, bytes, tokens } = size(listing);
          return [listing.name, tools, bytes, tokens];
        }),
      },
      {
        caption: 'The default listing by tool',
        head: ['Tool', 'bytes', 'tokens'],
        rows: ours.tools
          .map(
            ({ name, text }) =>
              /** @type {const} */ ([`\`${name}\``, Buffer.byteLength(text), tokens(text)]),
          )
          .toSorted((one, other) => other[2] - one[2])
          .map((row) => [...row]),
      },
      {
        caption: 'The first page of `plan_get` by default, of plans with 1,000 tasks',
        head: [
          'Plan',
          'view',
          'tasks on the page',
          'bytes',
          'tokens',
          'bytes beyond its content, a top-level task',
          'a subtask',
        ],
        rows: pages.map(({ plan, view, rows, bytes, tokens }) => [
          plan,
          view,
          rows.length,
          bytes,
          tokens,
          most(rows.filter(({ isSubtask }) => !isSubtask)),
          most(rows.filter(({ isSubtask }) => isSubtask)),
        ]),
      },
    ],
  };
}
