import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Connector } from '../../src/core/connector.ts';
import { proveEffect } from './effects.ts';
import { proveFaults } from './faults.ts';
import type { SimulatedAccount } from './simulation.ts';
import { contentFor, failureOf, groupOf, image, MISSING_ID, makeReady, perform } from './steps.ts';

/** Parts that hang on each other in order, each told apart from posts and from parts elsewhere. */
export function proveThreads(connector: Connector, connect: () => Promise<SimulatedAccount>): void {
  const publishing = groupOf(connector.publishing);
  const thread = groupOf(connector.thread);

  const begin = async () => {
    const account = await connect();
    const content = contentFor(connector);
    const { platformId: rootId } = await perform(publishing, account.session, content);
    const add = async (parentId: string, media: readonly (typeof image)[] = []) => {
      const part = { content: contentFor(connector, media), parentId, rootId };
      return { ...(await perform(thread, account.session, part)), part };
    };
    return { account, content, rootId, add };
  };
  const since = ({ session }: SimulatedAccount) => new Date(session.now().getTime() - 120_000);

  describe('threads', () => {
    test('three parts follow each other', async () => {
      const { account, content, rootId, add } = await begin();
      const second = await add(rootId, [image]);
      const third = await add(second.platformId);
      const expected = [
        { platform_id: rootId, text: content.text, media: [] },
        { platform_id: second.platformId, text: second.part.content.text, in_reply_to: rootId, media: [{}] },
        { platform_id: third.platformId, text: third.part.content.text, in_reply_to: second.platformId, media: [] },
      ];
      const entries = await account.ledger();
      expect(entries).toMatchObject(expected.map((entry) => ({ kind: 'post', operation: 'publish', ...entry })));
      expect(entries[0]).not.toHaveProperty('in_reply_to');
      expect(third.permalink).toMatch(/^https?:\/\//);
    });

    test('a part after a removed one is rejected', async () => {
      const { account, rootId, add } = await begin();
      expect(['not_found', 'rejected']).toContain((await failureOf(add(MISSING_ID))).kind);
      expect(await account.ledger('post')).toMatchObject([{ platform_id: rootId }]);
    });

    if (thread.class !== 'D' && publishing.class !== 'D') {
      test('a part is found by its text and its parent', async () => {
        const { account, content, rootId, add } = await begin();
        const { session } = account;
        const { platformId, part } = await add(rootId);
        const find = async (looked: typeof part) =>
          (await thread.list(session, looked, since(account)))
            .filter((item) => thread.matches(looked, item))
            .map((item) => item.platformId);
        expect(await find(part)).toEqual([platformId]);
        expect(await find({ ...part, parentId: platformId })).toEqual([]);
        expect(await find({ ...part, content })).toEqual([]);
        const posts = await publishing.list(session, part.content, since(account));
        expect(posts.filter((item) => publishing.matches(part.content, item))).toEqual([]);
      });
    }

    proveEffect('a part', thread, async () => {
      const { account, rootId, add } = await begin();
      const { platformId: parentId } = await add(rootId);
      const input = { content: contentFor(connector, [image]), parentId, rootId };
      return { account, input, kind: 'post', inReplyTo: parentId };
    });

    proveFaults('a part', { operation: 'publish', ledger: 'post' }, async () => {
      const { account, rootId } = await begin();
      const part = { content: contentFor(connector), parentId: rootId, rootId };
      const prepared = await makeReady(thread, account.session, part);
      return { account, run: () => thread.send(account.session, part, prepared, randomUUID()) };
    });
  });
}
