/** Notifications of changed resources, in both revisions of the protocol. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Revision } from './client.ts';
import type { Plans } from './plans.ts';

export const LIST = 'the list';
/** Long enough for a loaded machine; a notification usually takes a tenth of a second. */
const PATIENCE_MS = 10_000;

/** Collects the notifications of a server. */
export class Notifications {
  readonly received: string[] = [];

  constructor({ client }: Plans) {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      this.received.push(params.uri);
    });
    client.setNotificationHandler('notifications/resources/list_changed', () => {
      this.received.push(LIST);
    });
  }

  /** Waits until all of these have been received, and forgets them. */
  async receives(...expected: string[]): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (!expected.every((one) => this.received.includes(one))) {
      assert.ok(Date.now() < end, `expected ${expected}; received ${this.received}`);
      await sleep(10);
    }
    // All notifications of one write arrive within this time.
    await sleep(150);
    assert.deepEqual([...new Set(this.received)].sort(), [...expected].sort());
    this.received.length = 0;
  }

  async receivesNothing(): Promise<void> {
    await sleep(300);
    assert.deepEqual(this.received, []);
  }
}

/** Subscribes to these resources and to the list, as the client's revision requires. */
export async function subscribe({ client }: Plans, revision: Revision, ...uris: string[]) {
  if (revision === '2026-07-28') {
    const subscription = await client.listen({
      resourceSubscriptions: uris,
      resourcesListChanged: true,
    });
    assert.deepEqual(subscription.honoredFilter, {
      ...(uris.length > 0 && { resourceSubscriptions: uris }),
      resourcesListChanged: true,
    });
    return () => subscription.close();
  }
  await client.listResources();
  for (const uri of uris) await client.subscribeResource({ uri });
  return async () => {
    for (const uri of uris) await client.unsubscribeResource({ uri });
  };
}
