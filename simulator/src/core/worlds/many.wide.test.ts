import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSimulator, type TestWorld } from '../testing.ts';

const simulator = new TestSimulator();
beforeAll(() => simulator.start());
afterAll(() => simulator.close());

test('of more than fifty worlds in use, those used longest ago sleep, and none loses anything', async () => {
  await simulator.world('installation');
  const busy = await simulator.world('w_busybusybusybusy');
  await busy.account('mastodon');
  await busy.fault({ kind: 'hold' });
  const held = fetch(`${busy.url}/mastodon/api/v1/instance`);
  expect(await busy.held()).toHaveLength(1);
  const worlds: TestWorld[] = [];
  for (let count = 0; count < 300; count += 1) {
    const world = await simulator.world(`w_${String(count).padStart(16, '0')}`);
    await world.account('telegram');
    worlds.push(world);
  }
  const listed = await simulator.worlds();
  const awake = listed.filter(({ is_awake }) => is_awake).map(({ world }) => world);
  expect([listed.length, awake.length]).toEqual([303, 50]);
  expect(awake).toEqual(expect.arrayContaining(['installation', 'w_busybusybusybusy', `w_${'299'.padStart(16, '0')}`]));
  for (const world of worlds) {
    const { accounts } = await world.control<{ accounts: object[] }>('GET', '/accounts');
    expect(accounts).toHaveLength(1);
  }
  await busy.control('POST', '/held/release-all');
  expect((await held).status).toBe(200);
});
