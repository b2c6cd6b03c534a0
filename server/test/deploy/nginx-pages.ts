import { expect } from 'vitest';
import { consent, newAccount } from '../../src/features/connecting/consent.fixture.ts';
import type { Body } from '../harness.ts';
import { worldOf } from '../world.ts';
import { bearer, type Installation } from './behind-proxy.ts';

const HTML = { headers: { accept: 'text/html' } };

/** The addresses that a page loads or leads to, as its browser resolves them. Data addresses hold what they lead to. */
function addressesOf(page: string, base: string): string[] {
  const found = [...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address = '']) => new URL(address, base).href);
  return found.filter((address) => !address.startsWith('data:'));
}

/** Everything that the service says about its own address leads back to it. */
export async function checkPages({ base, api }: Installation): Promise<void> {
  for (const path of ['/', '/docs', '/docs/', '/guide', '/guide/', '/guide/start', '/guide/platforms/']) {
    const response = await fetch(`${base}${path}`);
    const page = await response.text();
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    for (const address of addressesOf(page, response.url).filter((one) => !/\/(simulator|health)\//.test(one))) {
      expect(address.startsWith(base), address).toBe(true);
      expect((await fetch(address)).status, address).toBe(200);
    }
  }
  const { servers } = (await (await fetch(`${base}/openapi.json`)).json()) as Body;
  const { url: root } = servers[0];
  const listed = await fetch(new URL(`${root.replace(/\/$/, '')}/v1/brands`, `${base}/openapi.json`), {
    headers: bearer(api),
  });
  expect(listed.status).toBe(200);
}

/** A visitor opens an invite, agrees on the simulated platform, and comes back to our page. */
export async function checkInvite({ base, api, services, simulatorUrl }: Installation): Promise<void> {
  const brand = (await api.post('/v1/brands', { name: 'Harbour Cafe' })).body.id;
  const { body, text } = await api.post('/v1/invites', { brand_id: brand, platform: 'pinterest', expires_in_days: 7 });
  expect(body.url, text).toMatch(new RegExp(`^${base}/invite/`));
  expect((await fetch(body.url, HTML)).status).toBe(200);
  const opened = await fetch(body.url, {
    method: 'POST',
    body: new URLSearchParams(),
    redirect: 'manual',
    headers: HTML.headers,
  });
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
  const world = await worldOf({ url: services[0]?.url ?? '', key: api.key }, simulatorUrl);
  const { platform_id: account } = await newAccount(world, 'pinterest');
  let address = (await consent(opened.headers.get('location') ?? '', { account })).url.href;
  for (;;) {
    expect(address.startsWith(`${base}/oauth/`), address).toBe(true);
    const page = await fetch(address, { redirect: 'manual', headers: { cookie, ...HTML.headers } });
    const location = page.headers.get('location');
    if (location === null) {
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The account is connected')]);
      break;
    }
    address = new URL(location, address).href;
  }
}

/** The pages of a test tenant's world, when they are open to whoever knows them. */
export async function checkWorld({ base, api }: Installation): Promise<void> {
  const { url, world } = (await api.get('/v1/test/world')).body;
  expect(url).toBe(`${base}/simulator/${world}`);
  const response = await fetch(url);
  expect([response.status, response.url]).toEqual([200, `${url}/`]);
  expect(await response.text()).toContain(`<base href="${new URL(url).pathname}/">`);
}
