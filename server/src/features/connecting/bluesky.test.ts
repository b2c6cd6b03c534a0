import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { eventsOf } from '../../../test/steps.ts';
import { consent, follow, newAccount } from './consent.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
});
afterAll(() => service?.close());

const connect = (metadata: Record<string, unknown> = {}, options: Record<string, unknown> = {}) =>
  ws.api.post('/v1/accounts/connect', {
    platform: 'bluesky',
    redirect_uri: 'https://app.example/',
    metadata,
    ...options,
  });

const calls = async (account: Body, operation: string) =>
  (await ws.control('GET', `calls?platform=bluesky&account=${account.platform_id}&operation=${operation}`)).calls;

async function connected(account: Body): Promise<string> {
  const { body } = await connect({ handle: `@${account.username}` });
  const { url } = await consent(body.auth_url, { account: account.platform_id });
  const { query } = await follow(url.href);
  expect(query, query.error_description).toMatchObject({ status: 'success', platform: 'bluesky' });
  // The first poll is over before anybody counts calls or breaks them.
  const isPolled = async () => {
    const [row] = await service.sql('select polled_at is not null as is_polled from accounts where id = $1', [
      query.account_id,
    ]);
    return row.is_polled && (await calls(account, 'messages')).at(-1)?.status === 200;
  };
  await until(isPolled, 'the new account was polled');
  return query.account_id as string;
}

async function publish(account: string, text: string): Promise<Body> {
  const { body } = await ws.api.post('/v1/posts', { text, targets: [{ account_id: account }], publish_now: true });
  return until(async () => {
    const { body: post } = await ws.api.get(`/v1/posts/${body.id}`);
    return post.status === 'publishing' ? undefined : post;
  }, 'the post is settled');
}

test('by the consent page: it publishes, renews its tokens once for many, reads messages and is revoked', async () => {
  const account = await newAccount(ws, 'bluesky');
  const id = await connected(account);
  expect((await publish(id, 'First')).status).toBe('published');

  const fault = { kind: 'expired_token', platform: 'bluesky', account: account.platform_id };
  await ws.control('POST', 'faults', fault);
  const posts = await Promise.all(['Second', 'Third', 'Fourth'].map((text) => publish(id, text)));
  expect(posts.map(({ status }) => status)).toEqual(['published', 'published', 'published']);
  const refreshes = (await calls(account, 'refresh_token')).filter(({ status }: Body) => status === 200);
  expect(refreshes).toHaveLength(1);
  expect(await ws.api.get(`/v1/accounts/${id}`)).toMatchObject({ body: { status: 'active' } });

  const [row] = await service.sql('select credentials from accounts where id = $1', [id]);
  expect(row.credentials).not.toContain('"d"');
  expect((await ws.api.delete(`/v1/accounts/${id}`)).status).toBe(204);
  expect((await calls(account, 'other')).at(-1)).toMatchObject({ path: expect.stringContaining('/oauth/revoke') });
});

test('an unknown handle, a foreign server and a declined consent each give their error', async () => {
  const rejected = async (metadata: Record<string, unknown>) => {
    const { status, body } = await connect(metadata);
    return [status, body.code, body.meta?.field];
  };
  expect(await rejected({ handle: 'nobody.bsky.social' })).toEqual([400, 'invalid_request', 'metadata.handle']);
  expect(await rejected({ handle: 'no handle' })).toEqual([400, 'invalid_request', 'metadata.handle']);
  expect(await rejected({ handel: 'x.bsky.social' })).toEqual([400, 'invalid_request', 'metadata.handel']);
  const proxied = { redirect_uri: 'https://app.example/' };
  expect((await connect(proxied, { redirect_uri: undefined })).body.meta.field).toBe('metadata.redirect_uri');

  const account = await newAccount(ws, 'bluesky');
  const visitor = await newAccount(ws, 'bluesky');
  const begin = async () => (await connect({ handle: account.username })).body.auth_url;
  const arrive = async (change: (url: URL) => void, choice = { account: account.platform_id }) => {
    const { url } = await consent(await begin(), choice);
    change(url);
    return (await follow(url.href)).query;
  };
  expect(await arrive((url) => url.searchParams.set('iss', 'https://evil.example'))).toMatchObject({ status: 'error' });
  expect(await arrive((url) => url.searchParams.delete('iss'))).toMatchObject({ status: 'error' });
  const other = await arrive(() => {}, { account: visitor.platform_id });
  expect(other).toMatchObject({ status: 'error', error_description: expect.stringContaining('Somebody else') });
  const { url } = await consent(await begin(), { deny: true });
  expect((await follow(url.href)).query).toMatchObject({ status: 'error', error: 'access_denied' });
});

test('a stolen refresh token ends the session, and the account says that it must be connected again', async () => {
  const account = await newAccount(ws, 'bluesky');
  const id = await connected(account);
  const fault = { kind: 'expired_token', platform: 'bluesky', account: account.platform_id };
  await ws.control('POST', 'faults', fault);
  const rejection = { status: 400, body: JSON.stringify({ error: 'invalid_grant', error_description: 'Replayed' }) };
  await ws.control('POST', 'faults', {
    kind: 'body',
    platform: 'bluesky',
    account: account.platform_id,
    operation: 'refresh_token',
    content_type: 'application/json',
    ...rejection,
  });
  expect((await publish(id, 'Too late')).status).toBe('failed');
  expect(await ws.api.get(`/v1/accounts/${id}`)).toMatchObject({ body: { status: 'reconnect_required' } });
  expect((await eventsOf(ws.api, id)).map(({ type }: Body) => type)).toContain('account.disconnected');
  expect(await connected(account)).toBe(id);
  expect(await ws.api.get(`/v1/accounts/${id}`)).toMatchObject({ body: { status: 'active' } });
});

test('live: the document says who we are, once somebody was sent there; without https it is said what is missing', async () => {
  const answer = await ws.liveApi.post('/v1/accounts/connect', {
    platform: 'bluesky',
    metadata: { handle: 'https://127.0.0.1:1' },
  });
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  const document = await fetch(`${service.url}/oauth/clients/bluesky.json`);
  expect(document.status).toBe(200);
  const body = (await document.json()) as Body;
  expect(body).toMatchObject({
    client_id: `${service.url}/oauth/clients/bluesky.json`,
    redirect_uris: [`${service.url}/oauth/callback/bluesky`],
    dpop_bound_access_tokens: true,
    jwks: { keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256' }] },
  });
  expect(JSON.stringify(body)).not.toContain('"d"');
  expect((await fetch(`${service.url}/oauth/clients/mastodon.json`)).status).toBe(404);
});
