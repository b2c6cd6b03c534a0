import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { journalFault } from '../../index.ts';
import { seen } from '../test-account.ts';
import { TestSimulator, testWorld } from '../testing.ts';

test('a damaged journal stops its own world only, until it is mended', async () => {
  const warnings: string[] = [];
  const simulator = await new TestSimulator({ warn: (line) => warnings.push(line) }).start();
  onTestFinished(() => simulator.close());
  const [one, two] = [await simulator.world('w_aaaaaaaaaaaaaaaa'), await simulator.world('w_bbbbbbbbbbbbbbbb')];
  await one.account('twitter');
  await two.settings({ rate_limits: false });
  await simulator.stop();
  const paths = ['w_aaaaaaaaaaaaaaaa', 'w_bbbbbbbbbbbbbbbb'].map((id) =>
    join(simulator.dataDir, 'worlds', id, 'journal.jsonl'),
  );
  const whole = paths.map((path) => readFileSync(path, 'utf8'));
  for (const [index, path] of paths.entries()) writeFileSync(path, `[["half a line[["${whole[index]}`);
  const fault = /w_aaaaaaaaaaaaaaaa\/journal\.jsonl, line 1\)\. Delete that line/;
  expect(await journalFault(simulator.dataDir)).toMatch(fault);
  expect(await journalFault(simulator.dataDir)).toMatch(/w_bbbbbbbbbbbbbbbb\/journal\.jsonl, line 1/);

  await simulator.start();
  for (const path of ['/control/state', '/control/state', '/twitter/api/2/users/me'])
    expect(await seen(fetch(one.url + path))).toMatchObject({
      status: 503,
      body: { error: expect.stringMatching(fault) },
    });
  expect(warnings).toEqual([expect.stringMatching(fault)]);
  expect((await simulator.worlds()).map(({ is_awake }) => is_awake)).toEqual([true, false, false]);
  await simulator.account('mastodon');

  for (const [index, path] of paths.entries()) writeFileSync(path, whole[index] ?? '');
  expect((await one.control<{ accounts: object[] }>('GET', '/accounts')).accounts).toHaveLength(1);
  expect((await two.control<{ accounts: object[] }>('GET', '/accounts')).accounts).toHaveLength(0);
  expect(await journalFault(simulator.dataDir)).toBeUndefined();
});

test('a journal is compacted while calls run, and nothing of them is lost', async () => {
  const simulator = await new TestSimulator().start();
  onTestFinished(() => simulator.close());
  const path = join(simulator.dataDir, 'worlds', testWorld, 'journal.jsonl');
  const { tokens } = await simulator.account('mastodon');
  await simulator.settings({ rate_limits: false, duplicate_rules: false });
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const answered: string[] = [];
  let written = 0;
  let isDone = false;
  const writers = Array.from({ length: 3 }, async () => {
    while (!isDone) {
      const body = new URLSearchParams({ status: `Post ${answered.length}` });
      const { body: status } = await seen(
        fetch(`${simulator.url}/mastodon/api/v1/statuses`, { method: 'POST', headers, body }),
      );
      answered.push(status.id);
    }
  });
  // Webhooks that are cleared again make the journal grow, but not what it keeps.
  for (let round = 0; round < 4; round += 1) {
    for (let count = 0; count < 6; count += 1) {
      const body = 'x'.repeat(500_000);
      written += body.length;
      await fetch(`${simulator.url}/receiver/hooks`, { method: 'POST', body });
    }
    await fetch(`${simulator.url}/receiver/hooks`, { method: 'DELETE' });
  }
  isDone = true;
  await Promise.all(writers);
  expect(written).toBe(12_000_000);
  const [listed] = await simulator.worlds();
  expect(listed?.journal_bytes).toBeLessThan(9_000_000);
  expect(readFileSync(path).length).toBe(listed?.journal_bytes);
  const ids = async () => (await simulator.ledger()).map(({ platform_id }) => platform_id);
  expect((await ids()).toSorted()).toEqual(answered.toSorted());
  await simulator.restart();
  expect((await ids()).toSorted()).toEqual(answered.toSorted());
});
