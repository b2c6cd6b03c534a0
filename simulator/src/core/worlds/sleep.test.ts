import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CallbackReceiver } from '../../platforms/meta/test-callbacks.ts';
import { twitter } from '../../platforms/twitter/index.ts';
import { seen } from '../test-account.ts';
import { type MadeAccount, openTestWorld, TestSimulator, type TestWorld, until } from '../testing.ts';

const simulator = new TestSimulator({ idleMs: 60 });
const id = 'w_aaaaaaaaaaaaaaaa';
let world: TestWorld;
let account: MadeAccount;
let receiver: CallbackReceiver;

beforeAll(async () => {
  await simulator.start();
  world = await simulator.world(id);
  receiver = await new CallbackReceiver().start();
});
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

const isAwake = async (wanted = id) => (await simulator.worlds()).find(({ world }) => world === wanted)?.is_awake;
const usedAt = async () => Date.parse((await simulator.worlds()).find(({ world }) => world === id)?.used_at ?? '');
const asleep = () =>
  until(
    () => isAwake(),
    (is) => is === false,
  );
const mark = () => existsSync(join(simulator.dataDir, 'worlds', id, 'awake'));
const publish = (status: string) =>
  seen(
    fetch(`${world.url}/mastodon/api/v1/statuses`, {
      method: 'POST',
      body: new URLSearchParams({ status }),
      headers: { authorization: `Bearer ${account.tokens.access_token}` },
    }),
  );

describe('a world that nobody uses', () => {
  test('sleeps, and has everything when it is used again', async () => {
    account = await world.account('mastodon', { username: 'acme' });
    await world.advance(3_600);
    await publish('Good night');
    const used = await usedAt();
    await asleep();
    expect(mark()).toBe(false);
    expect(await usedAt()).toBeGreaterThanOrEqual(used);
    expect(await usedAt()).toBeLessThan(Date.now());
    const good = await publish('Good morning');
    expect([good.status, good.headers.get('x-simulator-ahead-seconds')]).toEqual([200, '3600']);
    expect((await world.ledger()).map(({ text }) => text)).toEqual(['Good night', 'Good morning']);
  });

  test('stays awake while a call is held', async () => {
    await world.fault({ kind: 'hold' });
    const held = publish('Held');
    expect(await world.held()).toHaveLength(1);
    // Another world that began to idle later has gone to sleep.
    await simulator.world('w_bbbbbbbbbbbbbbbb');
    await until(
      () => isAwake('w_bbbbbbbbbbbbbbbb'),
      (is) => is === false,
    );
    expect(await isAwake()).toBe(true);
    await world.control('POST', '/held/release-all');
    expect((await held).status).toBe(200);
    await asleep();
  });

  test('stays awake while a receiver holds an answer', async () => {
    const json = { 'content-type': 'application/json' };
    const behave = (hold: boolean) =>
      fetch(`${world.url}/receiver/slow/behaviour`, { method: 'PUT', headers: json, body: JSON.stringify({ hold }) });
    await behave(true);
    const response = fetch(`${world.url}/receiver/slow`, { method: 'POST', headers: json, body: '{}' });
    await simulator.world('w_bbbbbbbbbbbbbbbb');
    await until(
      () => isAwake('w_bbbbbbbbbbbbbbbb'),
      (is) => is === false,
    );
    expect(await isAwake()).toBe(true);
    await behave(false);
    expect((await response).status).toBe(200);
  });

  test('stays awake while a callback waits, and is woken for it by the next start', async () => {
    const business = await world.account('instagram', { username: 'acme' });
    const callback = { callback_url: receiver.url, verify_token: receiver.verifyToken };
    await world.control('PUT', '/apps/instagram', callback);
    const subscribed = `subscribed_fields=messages&access_token=${business.tokens.access_token}`;
    await fetch(`${world.url}/instagram/graph/v25.0/me/subscribed_apps?${subscribed}`, { method: 'POST' });
    receiver.isMute = true;
    const { platform_id } = business;
    await world.visitor({ platform: 'instagram', account: platform_id, action: 'message', text: 'Hello' });
    await until(
      async () => receiver.received,
      ({ length }) => length > 0,
    );
    await simulator.stop();
    expect(mark()).toBe(true);
    const before = receiver.received.length;
    receiver.isMute = false;
    await simulator.start();
    await until(
      async () => receiver.received,
      ({ length }) => length > before,
    );
    await asleep();
    expect(mark()).toBe(false);
  });

  test('does not sleep when it is the installation’s', async () => {
    await simulator.world('installation');
    await simulator.world('w_bbbbbbbbbbbbbbbb');
    await until(
      () => isAwake('w_bbbbbbbbbbbbbbbb'),
      (is) => is === false,
    );
    expect(await isAwake('installation')).toBe(true);
    await simulator.restart();
    await until(
      () => isAwake('installation'),
      (is) => is === true,
    );
  });
});

test('time passes before a world that wakes answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-wake-'));
  const passed: string[] = [];
  const watching = {
    ...twitter,
    open(own: Parameters<typeof twitter.open>[0]) {
      const things = own.table<{ name: string }>('things');
      own.whenTimePasses(() => passed.push(...things.all().map(({ name }) => name)));
      own.effect(() => things.put('one', { name: 'subscription' }));
      return twitter.open(own);
    },
  };
  const first = await openTestWorld(folder, { platforms: [watching] });
  expect([first.platforms.get('twitter')?.definition.name, passed]).toEqual(['twitter', []]);
  first.close();
  (await openTestWorld(folder, { platforms: [watching] })).close();
  expect(passed).toEqual(['subscription']);
  rmSync(folder, { recursive: true });
});

test('a world that is deleted is gone with its files, and the same id begins anew', async () => {
  await publish('Last words');
  const own = join(simulator.dataDir, 'worlds', id);
  const remove = async () => (await fetch(`${simulator.origin}/worlds/${id}`, { method: 'DELETE' })).status;
  expect(await remove()).toBe(204);
  expect(existsSync(own)).toBe(false);
  expect((await fetch(`${world.url}/control/ledger`)).status).toBe(404);
  expect((await simulator.worlds()).map(({ world }) => world)).not.toContain(id);
  expect(await remove()).toBe(404);
  await simulator.world(id);
  expect(await world.ledger()).toEqual([]);
  expect((await publish('From before')).status).toBe(401);
});
