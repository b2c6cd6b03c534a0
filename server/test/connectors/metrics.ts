import { describe, expect, test } from 'vitest';
import { type Metrics, POST_METRICS } from '../../src/core/analytics/metrics.ts';
import type { Connector } from '../../src/core/connector.ts';
import { proveFaults } from './faults.ts';
import type { SimulatedAccount } from './simulation.ts';
import { contentFor, failureOf, groupOf, MISSING_ID, newText, perform } from './steps.ts';

const USUAL = ['likes', 'comments', 'shares', 'saves'] as const;
type Usual = (typeof USUAL)[number];

/** Counters follow what visitors do. */
export function proveMetrics(connector: Connector, connect: () => Promise<SimulatedAccount>): void {
  const read = groupOf(connector.metrics);
  const begin = async () => {
    const account = await connect();
    const { platformId } = await perform(groupOf(connector.publishing), account.session, contentFor(connector));
    return { account, platformId, metrics: () => read(account.session, { platformId }) };
  };

  describe('metrics', () => {
    test('count the reactions of visitors', async () => {
      const { account, platformId, metrics } = await begin();
      const before = await metrics();
      // A number that the platform does not tell is absent; the likes are told everywhere.
      const told = USUAL.filter((name) => before[name] !== undefined);
      expect(told).toContain('likes');
      const numbersOf = (all: Metrics) => Object.fromEntries(told.map((name) => [name, all[name]]));
      expect(numbersOf(before)).toEqual(Object.fromEntries(told.map((name) => [name, 0])));
      for (const username of ['jane', 'omar', 'mei']) await account.visitorActs('like', platformId, username);
      const shared = [];
      for (const username of ['jane', 'omar']) shared.push(await account.visitorActs('share', platformId, username));
      await account.visitor(newText('Nice'), platformId);
      const after = await metrics();
      // Where nothing is shared, visitors save posts for themselves.
      const shares = shared.filter(Boolean).length;
      const expected = { likes: 3, comments: 1, shares, saves: told.includes('shares') ? 0 : shares };
      expect(numbersOf(after)).toEqual(numbersOf(expected));
      for (const name of POST_METRICS) {
        if (after[name] !== undefined && !told.includes(name as Usual)) expect(after[name], name).toBeGreaterThan(0);
      }
    });

    test('differ between posts', async () => {
      const { account, metrics } = await begin();
      const other = await perform(groupOf(connector.publishing), account.session, contentFor(connector));
      await account.visitorActs('like', other.platformId, 'jane');
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
