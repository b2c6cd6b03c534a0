import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  type Body,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { accountOf, fault, ledgerOf, rejection, targetsOn, waiting, withNewKey } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
/** The workspace as a key of another brand sees it. */
let limited: TestWorkspace;
let ownTarget: { account_id: string };
let own: Body;
let foreign: Body;
let mixed: Body;
let bare: Body;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter'] });
  const { body: brand } = await ws.api.post('/v1/brands', { name: 'Another' });
  const [account] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
  if (account === undefined) throw new Error('no account was connected');
  await service.sql('update accounts set brand_id = $2 where id = $1', [account.id, brand.id]);
  limited = await withNewKey(service, ws, { brandIds: [brand.id] });

  ownTarget = { account_id: account.id };
  const foreignTargets = targetsOn(ws, 'twitter');
  foreign = await create({ text: 'Of the other brand', targets: foreignTargets, publish_now: true });
  mixed = await create({ text: 'Of both brands', targets: [ownTarget, ...foreignTargets] });
  bare = await create({ text: 'Without targets' });
  own = await create({ text: 'Of the brand', targets: [ownTarget], publish_now: true });
});
afterAll(() => service?.close());

async function create(post: object): Promise<Body> {
  const { body, status, text } = await ws.api.post('/v1/posts', post, waiting);
  if (status !== 201) throw new Error(text);
  return body;
}

const notFound = { status: 404, body: { code: 'not_found' } };

describe('a key limited to a brand reads only posts with a target of that brand', () => {
  test('in the list', async () => {
    const { body } = await limited.api.get('/v1/posts?limit=100');
    expect(body.data.map(({ id }: Body) => id).sort()).toEqual([own.id, mixed.id].sort());
  });

  test('by the id of the post', async () => {
    for (const { id } of [own, mixed]) expect((await limited.api.get(`/v1/posts/${id}`)).status).toBe(200);
    for (const { id } of [foreign, bare]) expect(await limited.api.get(`/v1/posts/${id}`)).toMatchObject(notFound);
  });

  test('by the id that the platform gave it', async () => {
    const platformIdOf = ({ targets }: Body) => targets[0].platform_post_id;
    expect((await limited.api.get(`/v1/posts/${platformIdOf(own)}`)).body.id).toBe(own.id);
    expect(await limited.api.get(`/v1/posts/${platformIdOf(foreign)}`)).toMatchObject(notFound);
  });

  test('with their attempts and metrics', async () => {
    for (const what of ['attempts', 'metrics']) {
      expect((await limited.api.get(`/v1/posts/${own.id}/${what}`)).status, what).toBe(200);
      expect(await limited.api.get(`/v1/posts/${foreign.id}/${what}`), what).toMatchObject(notFound);
    }
  });
});

describe('a key limited to a brand changes only posts whose targets are all of that brand', () => {
  const changes: Record<string, (id: string, accountId: string, query: string) => Promise<ApiResponse>> = {
    update_post: (id, _, query) => limited.api.patch(`/v1/posts/${id}${query}`, { hidden: true }),
    publish_post: (id, _, query) => limited.api.post(`/v1/posts/${id}/publish${query}`),
    retry_post: (id, _, query) => limited.api.post(`/v1/posts/${id}/retry${query}`, {}),
    unpublish_post: (id, _, query) => limited.api.post(`/v1/posts/${id}/unpublish${query}`, {}),
    delete_post: (id, _, query) => limited.api.delete(`/v1/posts/${id}${query}`),
    resolve_target: (id, accountId, query) =>
      limited.api.post(`/v1/posts/${id}/targets/${accountId}/resolve${query}`, { outcome: 'published' }),
  };

  for (const [name, change] of Object.entries(changes)) {
    test(`${name} does not find other posts, not even in a dry run`, async () => {
      for (const query of ['?dry_run=true', '']) {
        for (const { id, text } of [foreign, mixed, bare])
          expect(await change(id, accountOf(ws, 'twitter').id, query), text).toMatchObject({ status: 404 });
        expect(await change(mixed.id, ownTarget.account_id, query)).toMatchObject({ status: 404 });
      }
      for (const { warnings: _none, ...post } of [foreign, mixed, bare])
        expect((await ws.api.get(`/v1/posts/${post.id}`)).body).toEqual(post);
      expect(await ledgerOf(ws, 'twitter', 'remove')).toEqual([]);
    });
  }

  test('its own posts are changed, published, retried, resolved, removed and deleted', async () => {
    const { id } = await create({ text: 'A draft of the brand', targets: [ownTarget] });
    const patched = await limited.api.patch(`/v1/posts/${id}`, { text: 'Published by the key of the brand' });
    expect(patched).toMatchObject({ status: 200, body: { text: 'Published by the key of the brand' } });
    const mastodon = { ...ws, accounts: { mastodon: await simulated() } };
    await fault(mastodon, 'mastodon', rejection);
    expect((await limited.api.post(`/v1/posts/${id}/publish`, undefined, waiting)).body.status).toBe('failed');
    expect((await limited.api.post(`/v1/posts/${id}/retry`, {}, waiting)).body.status).toBe('published');
    await service.sql(`update actions set status = 'unconfirmed' where post_id = $1 and kind = 'publish'`, [id]);
    const path = `/v1/posts/${id}/targets/${ownTarget.account_id}/resolve`;
    const [{ platform_id: platformPostId }] = await service.sql(
      `select platform_id from actions where post_id = $1 and kind = 'publish'`,
      [id],
    );
    const resolved = await limited.api.post(path, { outcome: 'published', platform_post_id: platformPostId });
    expect(resolved).toMatchObject({ status: 200, body: { targets: [{ status: 'published' }] } });
    expect((await limited.api.post(`/v1/posts/${id}/unpublish`, {})).status).toBe(200);
    expect((await limited.api.delete(`/v1/posts/${own.id}`)).body).toMatchObject({ success: true, deleted: true });
  });

  async function simulated(): Promise<{ id: string; platformId: string }> {
    const [row] = await service.sql('select platform_id from accounts where id = $1', [ownTarget.account_id]);
    return { id: ownTarget.account_id, platformId: row.platform_id };
  }
});
