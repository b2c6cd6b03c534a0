import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter'] });
  await ws.control('PUT', 'settings', { duplicate_rules: false });
});
afterAll(() => service?.close());

test('no other action of an account is sent while an outcome is in doubt, even one that was due earlier', async () => {
  const account = ws.accounts.twitter as { id: string; platformId: string };
  const post = { text: 'The same words', targets: [{ account_id: account.id }], publish_now: true };
  const publish = async () =>
    (await ws.api.post('/v1/posts', { ...post, skip_duplicate_check: true })).body.id as string;
  const held = async () => (await ws.control('GET', 'held?wait_seconds=5')).held[0];

  await ws.control('POST', 'faults', {
    kind: 'hold',
    platform: 'twitter',
    account: account.platformId,
    operation: 'publish',
    when: 'after',
  });
  const first = await publish();
  const { id } = await held();
  // The second post comes from a transaction that began before the first one's and ended after it.
  const second = await publish();
  await service.sql(`update actions set due_at = due_at - interval '1 minute' where post_id = $1`, [second]);
  await ws.control('POST', `held/${id}/release`, { drop: true });

  const targetOf = async (postId: string) => (await ws.api.get(`/v1/posts/${postId}`)).body.targets[0];
  await until(async () => (await targetOf(second)).status === 'published', 'both are published');
  expect((await targetOf(first)).status).toBe('published');
  const journal = await service.sql(
    `select x.post_id, t.state from actions x, journal_of(x) t
      where x.account_id = $1 order by t.at, t.step`,
    [account.id],
  );
  const places = journal.map(({ post_id, state }) => `${post_id === first ? 'first' : 'second'} ${state}`);
  expect(places.indexOf('first published')).toBeLessThan(places.indexOf('second sending'));
});
