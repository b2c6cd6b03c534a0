import { expect, test } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { type Body, type Client, until } from '../harness.ts';
import type { Account, Customer } from './customer.ts';
import { type PlatformName, platformOf } from './kill-points.ts';
import type { When } from './platforms.ts';
import { startProcesses } from './processes.ts';

const PUBLISHING = Object.values(connectors).filter(({ publishing }) => publishing !== undefined);
const SAMPLES = 'https://simulator.test/files';
/** Longer than the service waits for a response, after which it asks or gives up. */
const HELD_MS_MAX = 60_000;

/** A post with the fields that the platform requires. */
async function postFor(api: Client, { id, platform }: Account, text: string): Promise<Body> {
  const name: string = platform;
  const isVideo = name === 'tiktok' || name === 'youtube';
  const more: Body = {};
  if (name === 'pinterest') more.board_id = (await api.get(`/v1/accounts/${id}/boards`)).body.data[0].id;
  if (name === 'tiktok') more.platform_data = { privacy_level: 'SELF_ONLY' };
  return {
    text,
    title: text,
    media: [{ source_type: 'url', source: `${SAMPLES}/sample.${isVideo ? 'mp4' : 'jpg'}` }],
    targets: [{ account_id: id, ...more }],
    publish_now: true,
  };
}

async function round(
  customer: Customer,
  api: Client,
  accounts: readonly Account[],
  when: When,
  kill: () => Promise<void>,
) {
  for (const { platform, platformId } of accounts) await customer.platforms.hold(platform, platformId, 'publish', when);
  const posts = new Map<Account, { id: string; text: string }>();
  for (const account of accounts) {
    const text = `Killed ${when} on ${account.platform} ${posts.size}`;
    const { status, body } = await api.post('/v1/posts', await postFor(api, account, text));
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    posts.set(account, { id: body.id, text });
  }
  const inFlight = async () => {
    const held = await customer.platforms.held(1);
    return accounts.every(({ platformId }) => held.some(({ account }) => account === platformId));
  };
  await until(inFlight, 'a call to each platform is in flight', HELD_MS_MAX);
  await kill();
  return posts;
}

test('a kill before or after the effect: published once, or unconfirmed on platforms that cannot be asked', async () => {
  const { customer, clients, services } = await startProcesses(1);
  const [api, service] = [clients[0] as Client, services[0] as (typeof services)[number]];
  const accounts: Account[] = [];
  for (const { platform } of PUBLISHING) accounts.push(await customer.connect(platform as PlatformName));
  for (const when of ['before', 'after'] as const) {
    const posts = await round(customer, api, accounts, when, service.kill);
    await until(async () => (await customer.platforms.held()).length === 0, 'no call is held');
    await customer.platforms.disarm();
    // The leases of the killed process run out.
    await customer.sql('update accounts set lease_until = now() where lease_until > now()');
    await service.start();
    for (const [account, { id, text }] of posts) {
      const { body } = await until(
        async () => {
          const response = await api.get(`/v1/posts/${id}`);
          return response.body.status !== 'publishing' && response;
        },
        `${account.platform} is over`,
        90_000,
      );
      const [target] = body.targets;
      const there = (await customer.platforms.ledger(account.platformId)).filter((entry) => entry.text.includes(text));
      const isBlind = connectors[platformOf(account.platform)]?.publishing?.class === 'D';
      const outcome = { platform: account.platform, when, status: target.status, there: there.length };
      if (isBlind) expect(outcome).toMatchObject({ status: 'unconfirmed', there: when === 'after' ? 1 : 0 });
      else expect(outcome, JSON.stringify(target)).toMatchObject({ status: 'published', there: 1 });
    }
  }
}, 400_000);
