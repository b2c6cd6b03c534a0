import { decodeHTMLStrict } from 'entities/decode';
import type { Body, TestWorkspace, TestWorld } from '../../../test/harness.ts';

/** Where a consent page sent the browser, and what it gave along. */
export interface Return {
  readonly url: URL;
  readonly query: Readonly<Record<string, string>>;
}

/** What somebody does in a browser: opens the consent page, picks an account, presses a button. */
export async function consent(
  authUrl: string,
  choice: { readonly account?: string | readonly string[]; readonly deny?: boolean; readonly scopes?: string } = {},
): Promise<Return> {
  const page = await fetch(authUrl, { redirect: 'manual' });
  if (page.status !== 200) throw new Error(`the consent page answered ${page.status}: ${await page.text()}`);
  const url = new URL(authUrl);
  for (const [, name, value] of (await page.text()).matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g))
    url.searchParams.set(name as string, decodeHTMLStrict(value as string));
  for (const account of [choice.account ?? []].flat()) url.searchParams.append('account', account);
  if (choice.scopes !== undefined) url.searchParams.set('scope', choice.scopes);
  url.searchParams.set('decision', choice.deny === true ? 'deny' : 'allow');
  return follow(url.href);
}

/** One redirect. */
export async function follow(address: string): Promise<Return> {
  const answer = await fetch(address, { redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  const url = new URL(location, address);
  return { url, query: Object.fromEntries(url.searchParams) };
}

/** A new account on a simulated platform, that nobody has connected. */
export async function newAccount(world: TestWorld, platform: string): Promise<Body> {
  return world.control('POST', 'accounts', { platform });
}

/** Two new Facebook pages, connected to a brand of their own by one login. */
export async function connectPages(
  ws: TestWorkspace,
): Promise<{ readonly pages: readonly [string, string]; readonly ids: readonly string[] }> {
  const newPage = async () => (await newAccount(ws, 'facebook')).platform_id as string;
  const pages = [await newPage(), await newPage()] as const;
  const { id: brand_id } = (await ws.api.post('/v1/brands', { name: 'Acme' })).body;
  const options = { platform: 'facebook', brand_id, redirect_uri: 'https://app.example/' };
  const { auth_url } = (await ws.api.post('/v1/accounts/connect', options)).body;
  const { query } = await follow((await consent(auth_url, { account: pages })).url.href);
  const chosen = await ws.api.post(`/v1/accounts/pending/${query.connection_id}/select`, { page_ids: pages });
  return { pages, ids: chosen.body.data.map(({ account_id }: Body) => account_id) };
}
