import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  Server,
} from '@modelcontextprotocol/server';
import { actorOf } from './actor.ts';
import type { Era } from './build-server.ts';
import { invalidParams, resourceOf, resultOf } from './protocol-error.ts';
import type { Served } from './served.ts';

/** Resources per page; each of them is at most some 500 characters. */
const PAGE = 50;

export function serveResources(server: Server, served: Served, era: Era): void {
  const { resourceTemplates, ask, changes } = served;
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    // Older clients have no other way to say that they want to hear of a changed list.
    if (era === 'legacy') await changes.start();
    const reply = await ask({ kind: 'resource', name: '', args: {} }, actorOf(server, context));
    return page(resultOf<ListResourcesResult>(reply).resources, params?.cursor);
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const reply = await ask({ kind: 'resource', name: uri, args: {} }, actorOf(server, context));
    return resourceOf<ReadResourceResult>(uri, reply);
  });
}

/** The cursor is the last URI of the page before, so that it still fits when others come or go. */
function page(resources: Resource[], cursor: string | undefined): ListResourcesResult {
  const last = cursor === undefined ? -1 : resources.findIndex(({ uri }) => uri === cursor);
  if (cursor !== undefined && last < 0) {
    throw invalidParams('INVALID_CURSOR: its resource is gone; start again without cursor');
  }
  const shown = resources.slice(last + 1, last + 1 + PAGE);
  const nextCursor = last + 1 + PAGE < resources.length ? shown.at(-1)?.uri : undefined;
  return { resources: shown, ...(nextCursor !== undefined && { nextCursor }) };
}
