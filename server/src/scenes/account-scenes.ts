import { randomUUID } from 'node:crypto';
import { connectors } from '../connectors/index.ts';
import type { EventType } from '../core/event.ts';
import type { Platform } from '../core/platforms.ts';
import { draft } from './post.ts';
import type { Scene } from './scene.ts';
import { SceneFailed, type Stage } from './stage.ts';
import type { Json } from './visitor.ts';

/** Platforms where one login opens one account and callbacks tell what becomes of it. */
const suits = ({ platform, connect, inbound }: Json) =>
  connect.kind === 'oauth' &&
  !connect.own_app &&
  inbound.includes('push') &&
  connectors[platform as Platform]?.connecting.choice === undefined;

/** A new account on the platform, connected over its consent page to a brand of its own; gives the event. */
async function connected(stage: Stage): Promise<{ event: Json; brandId: string; platformId: string }> {
  const { platform } = stage.account;
  const { platform_id: platformId } = await stage.control('POST', 'accounts', { platform });
  const { body: brand } = await stage.api('POST', '/v1/brands', { name: `Trigger ${new Date().toISOString()}` });
  const { body } = await stage.api('POST', '/v1/accounts/connect', { platform, brand_id: brand.id });
  const back = await allow(body.auth_url, platformId);
  const answer = await fetch(back, { redirect: 'manual' });
  if (answer.status >= 400) throw new SceneFailed(`The account was not connected: ${answer.status} of our callback.`);
  const isIt = ({ data }: Json) => data.brand_id === brand.id;
  return { event: await stage.arrives('account.connected', isIt), brandId: brand.id, platformId };
}

/** Picks the account on the consent page and allows, as a person does in a browser. Gives the address that the page leads back to. */
async function allow(authUrl: string, account: string): Promise<string> {
  const page = await fetch(authUrl);
  const url = new URL(authUrl);
  for (const [, name = '', value = ''] of (await page.text()).matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g))
    url.searchParams.set(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  url.searchParams.set('account', account);
  url.searchParams.set('decision', 'allow');
  const answer = await fetch(url, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new SceneFailed(`The consent page answered ${answer.status}.`);
  return new URL(location, url).href;
}

/** Scenes of accounts and endpoints. */
export const accountScenes: Partial<Record<EventType, Scene>> = {
  'account.connected': {
    about: "a new account is connected over its platform's consent page, to a brand of its own",
    suits,
    play: async (stage) => (await connected(stage)).event,
  },
  'account.disconnected': {
    about: "the owner of a new account removes the app in the platform's settings",
    suits,
    async play(stage) {
      const { event, brandId, platformId } = await connected(stage);
      await stage.control('POST', 'removals', { platform: stage.account.platform, account: platformId });
      const isIt = ({ data }: Json) => data.account_id === event.data.account_id;
      const gone = await stage.arrives('account.disconnected', isIt);
      await stage.api('DELETE', `/v1/brands/${brandId}`);
      return gone;
    },
  },
  'webhook.disabled': {
    about: 'a new endpoint answers 410; it is deleted afterwards',
    suits: ({ capabilities }) => capabilities.publish,
    async play(stage) {
      const name = `trigger-${randomUUID()}`;
      const settings = { url: `https://simulator.test/receiver/${name}`, events: ['post.deleted'] };
      const { body: endpoint } = await stage.api('POST', '/v1/webhooks', settings);
      await stage.receiver(name, { status: 410 });
      const post = await draft(stage);
      await stage.api('DELETE', `/v1/posts/${post.id}`);
      const event = await stage.arrives('webhook.disabled', ({ resource_id: id }) => id === endpoint.id);
      await stage.api('DELETE', `/v1/webhooks/${endpoint.id}`);
      return event;
    },
  },
};
