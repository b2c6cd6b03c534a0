import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createHttpClient, type HttpClient, only } from '@hubbub/guarded-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTALL_MS, installJudges, type RealPds, startPds } from '../../../simulator/judges/installed.ts';
import { createPlatformHttp } from '../../src/adapters/http/platform-http.ts';
import { bluesky } from '../../src/connectors/bluesky/index.ts';
import type { Media, Session } from '../../src/core/session.ts';
import { contentFor, failureOf, groupOf, newText, perform } from '../connectors/steps.ts';
import { Browser } from './real-consent.ts';

/** The connector against a server that we did not write: Bluesky's own, on this machine. It shows no network (`app.bsky.*`). */
const PASSWORD = 'a-long-password';
let server: RealPds;
let client: HttpClient;
let session: Session;

const image: Media = { type: 'image', url: 'https://simulator.test/pixel.png', altText: 'A pixel' };
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function xrpc(name: string, json: object, token?: string) {
  const response = await fetch(`${server.pds}/xrpc/${name}`, {
    method: 'POST',
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

/** The public records of the account's repository. */
async function records(): Promise<{ uri: string; value: Record<string, unknown> }[]> {
  const query = new URLSearchParams({ repo: session.account.platformId, collection: 'app.bsky.feed.post' });
  const response = await fetch(`${server.pds}/xrpc/com.atproto.repo.listRecords?${query}`);
  return ((await response.json()) as { records: { uri: string; value: Record<string, unknown> }[] }).records;
}

beforeAll(async () => {
  await installJudges();
  server = await startPds();
  client = createHttpClient({ policy: only([server.pds, server.plc]) });
  const account = { handle: 'alice.test', email: 'alice@example.com', password: PASSWORD };
  const { accessJwt, did = '' } = await xrpc('com.atproto.server.createAccount', account);
  const { password } = await xrpc('com.atproto.server.createAppPassword', { name: 'hubbub' }, accessJwt);
  const app = { clientId: '', clientSecret: '' };
  const hosts = { pds: server.pds, video: 'https://video.invalid', plc: server.plc };
  const base = { app, hosts, http: createPlatformHttp(client), now: () => new Date() };
  const direct = groupOf(bluesky.connecting.direct);
  const input = direct.input.parse({ identifier: '@alice.test', app_password: password });
  const grant = await direct.connect(base, input);
  expect(grant).toMatchObject({ platformId: did });
  session = {
    ...base,
    tokens: grant.tokens,
    account: { id: 'acc_judge', platformId: did, username: 'alice.test', metadata: {} },
    media: async () => ({ bytes: new Uint8Array(pixel), contentType: 'image/png', filename: 'pixel.png' }),
  };
}, INSTALL_MS + 60_000);

afterAll(async () => {
  await client?.close(0);
  await server?.stop();
});

const publishing = groupOf(bluesky.publishing);

describe('a real server', () => {
  test('takes a post with image, link, tag and mention, and the same once more', async () => {
    const text = 'Grüße 👋 to @alice.test about #tests at https://example.com/a?b=1.';
    const content = { ...contentFor(bluesky, [image]), text };
    const prepared = groupOf(await publishing.prepare?.(session, content));
    const send = () => publishing.send(session, content, prepared, 'the-same-key');
    const first = await send();
    expect(await send()).toEqual(first);
    const found = (await records()).filter(({ value }) => value.text === text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      uri: first.platformId,
      value: {
        embed: { images: [{ alt: 'A pixel', aspectRatio: { width: 1, height: 1 } }] },
        facets: [
          { features: [{ $type: 'app.bsky.richtext.facet#mention', did: session.account.platformId }] },
          { features: [{ tag: 'tests' }] },
          { features: [{ uri: 'https://example.com/a?b=1' }] },
        ],
      },
    });
    if (publishing.class === 'D') throw new Error('Posts can be found again.');
    const listed = await publishing.list(session, content, new Date(Date.now() - 60_000));
    expect(listed.filter((item) => publishing.matches(content, item))).toMatchObject([
      { platformId: first.platformId },
    ]);
  });

  test('takes a thread and an answer, and deletes them', async () => {
    const { platformId: rootId } = await perform(publishing, session, contentFor(bluesky));
    const part = { content: contentFor(bluesky), parentId: rootId, rootId };
    const { platformId: second } = await perform(groupOf(bluesky.thread), session, part);
    const response = { platformPostId: rootId, parentId: second, text: newText('Answer') };
    const { platformId: third } = await perform(groupOf(bluesky.comments?.reply), session, response);
    const refs = (await records()).find(({ uri }) => uri === third)?.value.reply;
    expect(refs).toMatchObject({ root: { uri: rootId }, parent: { uri: second } });
    const removal = groupOf(bluesky.comments?.removal);
    for (const commentId of [third, third, second, rootId])
      await perform(removal, session, { platformPostId: rootId, commentId });
    expect((await records()).map(({ uri }) => uri)).not.toContain(rootId);
  });

  test('rejects a text that is too long and names the field', async () => {
    const content = { ...contentFor(bluesky), text: 'x'.repeat(301) };
    const error = await failureOf(perform(publishing, session, content));
    expect(error).toMatchObject({ kind: 'rejected', facts: { field: 'text' } });
  });

  test('says when a token has expired, renews it, and rejects strange ones', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, claims = ''] = session.tokens.accessToken.split('.');
    const old = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), iat: 1_700_000_000, exp: 1_700_007_200 };
    const signed = `${part({ typ: 'at+jwt', alg: 'HS256' })}.${part(old)}`;
    const expired = `${signed}.${createHmac('sha256', 'jwt-secret').update(signed).digest('base64url')}`;
    for (const accessToken of [expired, 'forged']) {
      const stale = { ...session, tokens: { ...session.tokens, accessToken } };
      expect((await failureOf(perform(publishing, stale, contentFor(bluesky)))).kind).toBe('auth_expired');
    }
    const refresh = groupOf(bluesky.auth.refresh);
    const tokens = await refresh(session);
    expect(tokens.refreshToken).not.toBe(session.tokens.refreshToken);
    session = { ...session, tokens };
    await perform(publishing, session, contentFor(bluesky));
    const forged = { ...session, tokens: { accessToken: 'forged', refreshToken: 'forged' } };
    expect(await failureOf(refresh(forged))).toMatchObject({ kind: 'auth_expired', facts: { invalidGrant: true } });
  });

  test('grants access to our key by its consent page, renews it once and revokes it', async () => {
    const { oauth } = bluesky.connecting;
    const pushed = groupOf(oauth?.pushed);
    const redirectUri = 'http://127.0.0.1:9999/oauth/callback/bluesky';
    const clientId = groupOf(pushed.clientId({ documentUrl: 'http://127.0.0.1:9999/c.json', redirectUri }));
    const app = { clientId, clientSecret: '' };
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const scopes = groupOf(oauth).scopes;
    const request = { app, hosts: session.hosts, redirectUri, state: 'state-1', scopes, codeChallenge };
    const { authUrl, secrets } = await pushed.push({ ...session, app }, request, { handle: 'alice.test' });
    const who = { did: session.account.platformId, username: 'alice.test', password: PASSWORD };
    const { searchParams: back } = new URL(await new Browser().consent(authUrl, who));
    expect(back.get('state')).toBe('state-1');
    const code = { code: back.get('code') ?? '', redirectUri, codeVerifier, issuer: back.get('iss') ?? '', secrets };
    const grant = await groupOf(oauth).exchange({ ...session, app }, code);
    expect(grant).toMatchObject({ platformId: who.did, hosts: { pds: server.pds } });
    expect(grant.scopes).toEqual(expect.arrayContaining([...scopes]));

    const login = { ...session, app, tokens: grant.tokens };
    const { platformId } = await perform(publishing, login, contentFor(bluesky, [image]));
    expect((await records()).map(({ uri }) => uri)).toContain(platformId);
    const refresh = groupOf(bluesky.auth.refresh);
    const renewed = { ...login, tokens: await refresh(login) };
    await perform(publishing, renewed, contentFor(bluesky));
    expect(await failureOf(refresh(login))).toMatchObject({ kind: 'auth_expired', facts: { invalidGrant: true } });
    const other = await pushed.push({ ...session, app }, request, { handle: undefined });
    expect(other.authUrl).toContain('request_uri=');
    await bluesky.connecting.revoke?.(renewed);
    expect(await failureOf(refresh(renewed))).toMatchObject({ kind: 'auth_expired' });
  });

  test('without the network a read is unavailable, not empty', async () => {
    expect(['unavailable', 'rejected', 'not_found']).toContain((await failureOf(bluesky.auth.profile(session))).kind);
  });

  test('throttles logins, and says for how long', async () => {
    const direct = groupOf(bluesky.connecting.direct);
    const input = direct.input.parse({ identifier: 'alice.test', app_password: 'wrong' });
    const kinds: string[] = [];
    for (let tries = 0; tries < 40 && kinds.at(-1) !== 'rate_limited'; tries += 1) {
      const error = await failureOf(direct.connect(session, input));
      kinds.push(error.kind);
      if (error.kind !== 'rate_limited') continue;
      expect(error.facts.retryAfterSeconds).toBeGreaterThan(0);
      expect(error.facts.retryAfterSeconds).toBeLessThanOrEqual(300);
    }
    expect(kinds.at(-1)).toBe('rate_limited');
    expect(new Set(kinds.slice(0, -1))).toEqual(new Set(['auth_expired']));
  });
});
