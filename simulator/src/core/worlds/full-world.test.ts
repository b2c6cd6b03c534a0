import { afterAll, beforeAll, expect, test } from 'vitest';
import { platforms } from '../../platforms/index.ts';
import { seen } from '../test-account.ts';
import { TestSimulator } from '../testing.ts';

const worldBytesMax = 400_000;
const rounds = 12;
const simulator = new TestSimulator({ worldBytesMax });
beforeAll(() => simulator.start());
afterAll(() => simulator.close());

const social = platforms.filter(({ isService }) => !isService);
const json = { 'content-type': 'application/json' };

test('platforms do without the rows that went, and say so as for what was deleted', async () => {
  const made = new Map(
    await Promise.all(social.map(async ({ name }) => [name, await simulator.account(name)] as const)),
  );
  const mastodon = { ...json, authorization: `Bearer ${made.get('mastodon')?.tokens.access_token}` };
  await simulator.settings({ rate_limits: false, duplicate_rules: false });
  let acted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const status = `${round} ${'x'.repeat(400)}`;
    for (let post = 0; post < 5; post += 1) {
      const sent = { method: 'POST', headers: mastodon, body: JSON.stringify({ status: `${post} ${status}` }) };
      expect((await fetch(`${simulator.url}/mastodon/api/v1/statuses`, sent)).status).toBe(200);
    }
    for (const [platform, { platform_id: account }] of made)
      for (const action of ['comment', 'mention', 'message', 'review', 'like', 'share']) {
        const body = JSON.stringify({ platform, account, action, text: 'x'.repeat(3_000), rating: 5 });
        const response = await seen(
          fetch(`${simulator.url}/control/strangers`, { method: 'POST', headers: json, body }),
        );
        // Without a post of the account there is nothing to comment on.
        expect([201, 404, 501], `${platform} ${action} ${JSON.stringify(response.body)}`).toContain(response.status);
        if (response.status === 201) acted += 1;
      }
    for (const path of ['/control/state', '/', '/control/ledger']) {
      const response = await fetch(simulator.url + path);
      expect(response.status, path).toBe(200);
      await response.text();
    }
  }
  expect(acted * 3_000).toBeGreaterThan(worldBytesMax * 1.5);
  expect((await simulator.worlds())[0]?.journal_bytes).toBeGreaterThan(worldBytesMax);

  const entries = await simulator.ledger();
  const [first] = entries;
  expect(first?.seq).toBeGreaterThan(1);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_entry, index) => (first?.seq ?? 0) + index));
  expect(entries.at(-1)?.text).toContain(`${rounds - 1} x`);

  await simulator.restart();
  expect((await simulator.worlds())[0]?.journal_bytes).toBeLessThan(worldBytesMax * 1.25);
  expect(await simulator.ledger()).toEqual(entries);
  expect((await simulator.control<{ accounts: object[] }>('GET', '/accounts')).accounts).toHaveLength(social.length);
});
