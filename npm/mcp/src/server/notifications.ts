/**
 * Clients told of changes, as each generation of the protocol wants it. Older ones subscribe to single
 * resources, and hear of the list unasked. Newer ones send `subscriptions/listen`, which the SDK
 * answers and filters by: there, everything is handed to it.
 */
import type { Server } from '@modelcontextprotocol/server';
import { actorOf } from './actor.ts';
import type { Era } from './build-server.ts';
import { resourceOf } from './protocol-error.ts';
import type { Served } from './served.ts';

export function serveNotifications(server: Server, { ask, changes }: Served, era: Era): void {
  const subscribed = new Set<string>();
  const wants = (uri: string) => era === 'modern' || subscribed.has(uri);

  server.onclose = changes.listen(({ uris, ofList }) => {
    // A client that has gone away in this moment has no use for it any more.
    if (ofList) server.sendResourceListChanged().catch(() => {});
    for (const uri of uris.filter(wants)) server.sendResourceUpdated({ uri }).catch(() => {});
  });
  if (era === 'modern') return;

  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    resourceOf(uri, await ask({ kind: 'resource', name: uri, args: {} }, actorOf(server, context)));
    await changes.start();
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
}
