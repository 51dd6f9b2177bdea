/** What a server tells of changed resources, as both generations of the protocol hear it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Revision } from './client.ts';
import type { Plans } from './plans.ts';

export const LIST = 'the list';
/** Long enough for a loaded machine; told is told within a tenth of a second. */
const PATIENCE_MS = 10_000;

/** Keeps what the server told. */
export class News {
  readonly told: string[] = [];

  constructor({ client }: Plans) {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      this.told.push(params.uri);
    });
    client.setNotificationHandler('notifications/resources/list_changed', () => {
      this.told.push(LIST);
    });
  }

  /** Waits until all of these were told, and forgets them. */
  async hears(...expected: string[]): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (!expected.every((one) => this.told.includes(one))) {
      assert.ok(Date.now() < end, `waited for ${expected}; heard ${this.told}`);
      await sleep(10);
    }
    // What one write causes comes within this time.
    await sleep(150);
    assert.deepEqual([...new Set(this.told)].sort(), [...expected].sort());
    this.told.length = 0;
  }

  async hearsNothing(): Promise<void> {
    await sleep(300);
    assert.deepEqual(this.told, []);
  }
}

/** Wants to hear of these resources and of the list, in the way of the client's generation. */
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
