import { describe, expect, test } from 'vitest';
import type { Connector } from '../../src/core/connector.ts';
import { proveFaults } from './faults.ts';
import type { SimulatedAccount } from './simulation.ts';
import { contentFor, failureOf, groupOf, MISSING_ID, newText, perform } from './steps.ts';

/** Counters follow what strangers do. */
export function proveMetrics(connector: Connector, connect: () => Promise<SimulatedAccount>): void {
  const read = groupOf(connector.metrics);
  const begin = async () => {
    const account = await connect();
    const { platformId } = await perform(groupOf(connector.publishing), account.session, contentFor(connector));
    return { account, platformId, metrics: () => read(account.session, { platformId }) };
  };

  describe('metrics', () => {
    test('count the reactions of strangers', async () => {
      const { account, platformId, metrics } = await begin();
      expect(await metrics()).toMatchObject({ likes: 0, comments: 0, shares: 0, saves: 0 });
      for (const username of ['jane', 'omar', 'mei']) await account.strangerActs('like', platformId, username);
      const shared = [];
      for (const username of ['jane', 'omar']) shared.push(await account.strangerActs('share', platformId, username));
      await account.stranger(newText('Nice'), platformId);
      const { extra = {}, ...counts } = await metrics();
      expect(counts).toEqual({ likes: 3, comments: 1, shares: shared.filter(Boolean).length, saves: 0 });
      for (const count of Object.values(extra)) expect(count).toBeGreaterThan(0);
    });

    test('differ between posts', async () => {
      const { account, metrics } = await begin();
      const other = await perform(groupOf(connector.publishing), account.session, contentFor(connector));
      await account.strangerActs('like', other.platformId, 'jane');
      expect(await metrics()).toMatchObject({ likes: 0 });
    });

    test('of a removed post are not_found', async () => {
      const { account } = await begin();
      for (const platformId of [MISSING_ID, '../accounts']) {
        expect((await failureOf(read(account.session, { platformId }))).kind).toBe('not_found');
      }
    });

    proveFaults('metrics', { operation: 'get_post' }, async () => {
      const { account, metrics } = await begin();
      return { account, run: metrics };
    });
  });
}
