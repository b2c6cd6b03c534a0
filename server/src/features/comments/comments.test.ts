import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import {
  accountOf,
  comment,
  eventsOf,
  fault,
  image,
  ledgerOf,
  longThrottle,
  pagesOf,
  rejection,
  targetsOn,
  unpause,
  usageOf,
  waiting,
} from '../../../test/steps.ts';

const PLATFORMS = ['twitter', 'mastodon', 'instagram'];
let service: TestService;
let ws: TestWorkspace;
let count = 0;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
});
afterAll(() => service?.close());

const list = (query = '') => ws.api.get(`/v1/inbox/comments${query}`);
/** As the platform shows them now. */
const commentsOf = async (post: Body, query = ''): Promise<Body[]> =>
  (await ws.api.get(`/v1/inbox/comments/${post.id}?refresh=true${query}`)).body.data;
const reply = (post: Body, body: Record<string, unknown>) => ws.api.post(`/v1/inbox/comments/${post.id}`, body);

async function publish(...platforms: string[]): Promise<Body> {
  const { status, body, text } = await ws.api.post(
    '/v1/posts',
    { text: `To be talked about ${++count}`, media: [image], targets: targetsOn(ws, ...platforms), publish_now: true },
    waiting,
  );
  if (status !== 201) throw new Error(text);
  return body;
}
const idOn = (post: Body, platform: string): string =>
  post.targets.find((target: Body) => target.platform === platform).platform_post_id;

/** The comments of a post that its platform’s own list of the inbox shows, once there are as many. */
async function arrived(post: Body, many: number): Promise<Body[]> {
  return until(async () => {
    const rows = await service.sql(
      `select c.* from comments c join inbox_posts i on i.id = c.inbox_post_id where i.post_id = $1 order by c.created_at`,
      [post.id],
    );
    return rows.length >= many && rows;
  }, `${many} comments have arrived`);
}

describe('list_commented_posts', () => {
  test('a comment that comes before the platform has answered belongs to our post, too', async () => {
    const own = await service.workspace({ platforms: ['instagram'] });
    await fault(own, 'instagram', { kind: 'hold', when: 'after' });
    const body = { text: 'Early', media: [image], targets: targetsOn(own, 'instagram'), publish_now: true };
    const { id } = (await own.api.post('/v1/posts', body)).body;
    const { platform_id: platformId } = await until(
      async () => (await ledgerOf(own, 'instagram'))[0],
      'the post is on the platform',
    );
    await comment(own, 'instagram', platformId, 'First!');
    const commented = async () => (await own.api.get('/v1/inbox/comments')).body.data[0];
    expect(await until(commented, 'the comment is here')).toMatchObject({ platform_id: platformId, content: '' });
    await own.control('POST', 'held/release-all');
    await until(async () => (await own.api.get(`/v1/posts/${id}`)).body.status === 'published', 'it is published');
    expect(await commented()).toMatchObject({ platform_id: platformId, post_id: id, content: 'Early' });
  });

  test('is empty at first, in the envelope of all lists', async () => {
    const { status, body } = await list();
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: [], count: 0, pagination: { limit: 25, has_more: false } },
    });
  });

  test('shows what visitors commented on by itself, the latest first', async () => {
    const posts: Body[] = [];
    for (const platform of PLATFORMS) {
      const post = await publish(platform);
      await comment(ws, platform, idOn(post, platform), 'First');
      await arrived(post, 1);
      posts.unshift(post);
    }
    const { body } = await list();
    expect(body.data.map((row: Body) => row.post_id).sort()).toEqual(posts.map(({ id }) => id).sort());
    const times = body.data.map((row: Body) => row.updated_at);
    expect(times).toEqual([...times].sort().reverse());
    for (const row of body.data) {
      const post = posts.find(({ id }) => id === row.post_id);
      expect(row).toMatchObject({
        id: expect.stringMatching(/^ip_/),
        user_id: ws.id,
        account_id: accountOf(ws, row.platform).id,
        platform_id: idOn(post, row.platform),
        content: post.text,
        thumbnail: image.source,
        permalink: post.targets[0].permalink,
        comment_count: 1,
        like_count: 0,
        livemode: false,
      });
    }
  });

  test('filters by account, platform, brand, number and time', async () => {
    const { body: all } = await list();
    const { brand_id: brandId } = (await ws.api.get(`/v1/accounts/${accountOf(ws, 'twitter').id}`)).body;
    const [latest, ...older] = all.data;
    const ids = async (query: string) => (await list(`?${query}`)).body.data.map(({ id }: Body) => id);
    for (const row of all.data) {
      expect(await ids(`account_id=${row.account_id}`)).toEqual([row.id]);
      expect(await ids(`platform=${row.platform}`)).toEqual([row.id]);
      expect(await ids(`platform=${row.platform}&account_id=${row.account_id}`)).toEqual([row.id]);
    }
    expect(await ids('platform=x')).toEqual(await ids('platform=twitter'));
    expect(await ids('platform=youtube')).toEqual([]);
    expect(await ids('account_id=acc_unknown')).toEqual([]);
    expect(await ids(`brand_id=${brandId}`)).toHaveLength(3);
    expect(await ids('brand_id=brand_unknown')).toEqual([]);
    expect(await ids('min_comments=1')).toHaveLength(3);
    expect(await ids('min_comments=2')).toEqual([]);
    expect(await ids(`since=${latest.updated_at}`)).toContain(latest.id);
    expect(await ids('since=2100-01-01')).toEqual([]);
    expect(await ids('sort_by=date&sort_order=asc')).toEqual([latest, ...older].map(({ id }) => id).reverse());
    const paged = await pagesOf(ws.api, '/v1/inbox/comments?limit=1');
    expect(paged.map(({ id }) => id)).toEqual(all.data.map(({ id }: Body) => id));
  });

  test.each([
    ['platform=myspace', 'platform'],
    ['min_comments=-1', 'min_comments'],
    ['since=yesterday', 'since'],
    ['sort_by=likes', 'sort_by'],
    ['limit=0', 'limit'],
  ])('400 for ?%s', async (query, field) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { meta: { field } } });
  });
});

describe('list_comments', () => {
  test.each(PLATFORMS)('of a post on %s, by each id that it has, brought up to date', async (platform) => {
    const post = await publish(platform);
    const platformId = idOn(post, platform);
    expect(await commentsOf(post)).toEqual([]);
    const first = await comment(ws, platform, platformId, 'First');
    const second = await comment(ws, platform, platformId, 'Second');
    const comments = await commentsOf(post);
    expect(comments.map((row) => row.platform_id).sort()).toEqual([first, second].sort());
    const times = comments.map((row) => `${row.created_at} ${row.id}`);
    expect(times).toEqual([...times].sort().reverse());
    expect(comments.find((row) => row.platform_id === first)).toMatchObject({
      id: expect.stringMatching(/^cmt_/),
      inbox_post_id: expect.stringMatching(/^ip_/),
      platform,
      account_id: accountOf(ws, platform).id,
      text: expect.stringContaining('First'),
      author_id: expect.stringMatching(/./),
      is_owner: false,
      reply_count: 0,
      has_replies: false,
      is_hidden: false,
      is_liked: false,
      liked_by_viewer: false,
      capabilities: { can_reply: true, can_private_reply: expect.any(Boolean) },
      livemode: false,
    });
    for (const id of [platformId, comments[0]?.inbox_post_id])
      expect((await ws.api.get(`/v1/inbox/comments/${encodeURIComponent(id)}`)).body.data).toEqual(comments);
    expect((await pagesOf(ws.api, `/v1/inbox/comments/${post.id}?limit=1`)).map(({ id }) => id)).toEqual(
      comments.map(({ id }) => id),
    );
  });

  test('400 when several accounts have the post, until one is named', async () => {
    const post = await publish('twitter', 'mastodon');
    await comment(ws, 'twitter', idOn(post, 'twitter'), 'On X');
    await arrived(post, 1);
    expect(await ws.api.get(`/v1/inbox/comments/${post.id}`)).toMatchObject({ status: 400 });
    await comment(ws, 'mastodon', idOn(post, 'mastodon'), 'On Mastodon');
    expect(await ws.api.get(`/v1/inbox/comments/${post.id}`)).toMatchObject({
      status: 400,
      body: { meta: { field: 'account_id' } },
    });
    for (const [platform, text] of [
      ['twitter', 'On X'],
      ['mastodon', 'On Mastodon'],
    ] as const)
      expect(await commentsOf(post, `&account_id=${accountOf(ws, platform).id}`)).toMatchObject([
        { text: expect.stringContaining(text) },
      ]);
    expect(await reply(post, { text: 'To whom?' })).toMatchObject({
      status: 400,
      body: { meta: { field: 'account_id' } },
    });
  });

  test('404 for what is nobody’s, or of another account', async () => {
    const post = await publish('mastodon');
    const { body: draft } = await ws.api.post('/v1/posts', {
      text: 'Nobody saw it',
      targets: targetsOn(ws, 'mastodon'),
    });
    for (const id of ['post_00000000000000000000000000', 'ip_x', '1', draft.id])
      expect(await ws.api.get(`/v1/inbox/comments/${id}`), id).toMatchObject({ status: 404 });
    expect(await ws.api.get(`/v1/inbox/comments/${post.id}?account_id=${accountOf(ws, 'twitter').id}`)).toMatchObject({
      status: 404,
    });
  });
});

describe('list_comment_replies', () => {
  test.each(PLATFORMS)('on %s, and which comments have some', async (platform) => {
    const post = await publish(platform);
    const platformId = idOn(post, platform);
    const parent = await comment(ws, platform, platformId, 'A question');
    await comment(ws, platform, platformId, 'Another');
    const answer = await comment(ws, platform, platformId, 'An answer', parent);
    const comments = await commentsOf(post);
    const question = comments.find((row) => row.platform_id === parent);
    expect(question).toMatchObject({ has_replies: true, reply_count: 1 });
    expect(comments.filter((row) => row.has_replies)).toHaveLength(1);
    for (const id of [question?.id, parent]) {
      const { status, body } = await ws.api.get(`/v1/inbox/comments/${post.id}/${encodeURIComponent(id)}/replies`);
      expect({ status, count: body.count }).toEqual({ status: 200, count: 1 });
      expect(body.data).toMatchObject([{ platform_id: answer, parent_id: question?.id }]);
    }
    expect((await ws.api.get(`/v1/inbox/comments/${post.id}/${answer}/replies`)).body).toMatchObject({
      data: [],
      count: 0,
    });
  });

  test('404 for a comment of another post', async () => {
    const [post, other] = [await publish('mastodon'), await publish('mastodon')];
    const id = await comment(ws, 'mastodon', idOn(other, 'mastodon'), 'Elsewhere');
    expect(await commentsOf(other)).toHaveLength(1);
    expect(await ws.api.get(`/v1/inbox/comments/${post.id}/${id}/replies`)).toMatchObject({
      status: 404,
      body: { detail_code: 'comment.not_found' },
    });
  });
});

describe('reply', () => {
  test.each(PLATFORMS)('to a comment on %s: sent once, ours, and not doubled when it comes back', async (platform) => {
    const post = await publish(platform);
    const question = await comment(ws, platform, idOn(post, platform), 'A question');
    const [asked] = await commentsOf(post);
    const before = await usageOf(ws.api);
    const { status, body } = await reply(post, {
      account_id: accountOf(ws, platform).id,
      text: 'An answer',
      comment_id: asked?.id,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      comment_id: expect.stringMatching(/^cmt_/),
      platform_id: expect.stringMatching(/./),
    });
    expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + 1 });
    const sent = (await ledgerOf(ws, platform, 'reply')).filter((entry) => entry.in_reply_to === question);
    expect(sent.map((entry) => entry.platform_id)).toEqual([body.platform_id]);
    // It comes back by polling, by callback and by reading the thread; another comment shows that all have been read.
    const later = await comment(ws, platform, idOn(post, platform), 'Thank you');
    await until(
      async () => (await arrived(post, 3)).some((row) => row.platform_id === later),
      'the later comment has arrived',
    );
    const ours = (await commentsOf(post)).filter((row) => row.platform_id === body.platform_id);
    expect(ours).toMatchObject([
      { id: body.comment_id, is_owner: true, parent_id: asked?.id, text: expect.stringContaining('An answer') },
    ]);
    expect(await eventsOf(ws.api, body.comment_id)).toEqual([]);
    expect((await list(`?account_id=${accountOf(ws, platform).id}&limit=1`)).body.data[0].comment_count).toBe(3);
  });

  test.each(PLATFORMS)('without a comment is a comment on the post itself: %s', async (platform) => {
    const post = await publish(platform);
    const { status, body } = await reply(post, { text: 'By the way' });
    expect(status).toBe(200);
    const comments = await commentsOf(post);
    expect(comments).toMatchObject([
      { id: body.comment_id, platform_id: body.platform_id, is_owner: true, text: 'By the way' },
    ]);
    expect(comments[0]).not.toHaveProperty('parent_id');
  });

  test('rejects what is empty or too long, and comments that are not there; nothing is taken', async () => {
    const post = await publish('instagram');
    await commentsOf(post);
    const before = await rowsOf(service, ws.tenantId);
    for (const text of ['', '  \n', undefined])
      expect(await reply(post, { text })).toMatchObject({ status: 400, body: { meta: { field: 'text' } } });
    expect(await reply(post, { text: 'x'.repeat(301) })).toMatchObject({
      status: 400,
      body: { meta: { field: 'text', max: 300 } },
    });
    expect(await reply(post, { text: 'x', comment_id: 'cmt_00000000000000000000000000' })).toMatchObject({
      status: 404,
      body: { detail_code: 'comment.not_found' },
    });
    expect(await reply(post, { text: 'x', account_id: accountOf(ws, 'twitter').id })).toMatchObject({ status: 404 });
    expect(await reply({ id: 'post_00000000000000000000000000' }, { text: 'x' })).toMatchObject({ status: 404 });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('counts the length as the platform does', async () => {
    const post = await publish('twitter');
    expect(await reply(post, { text: `${'x'.repeat(250)} https://example.com/${'y'.repeat(200)}` })).toMatchObject({
      status: 200,
    });
    expect(await reply(post, { text: '語'.repeat(141) })).toMatchObject({
      status: 400,
      body: { meta: { field: 'text', max: 280 } },
    });
  });

  test('501 where the platform has none', async () => {
    await service.sql(
      `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials) select tenant_id, 'acc_pins', brand_id, 'pinterest', 'pins', 'Pins', 'pins', '' from accounts where id = $1`,
      [accountOf(ws, 'twitter').id],
    );
    await service.sql(
      `insert into inbox_posts (tenant_id, id, account_id, platform, platform_id) values ($1, 'ip_pin', 'acc_pins', 'pinterest', 'pin_1')`,
      [ws.tenantId],
    );
    const before = await usageOf(ws.api);
    expect(await reply({ id: 'ip_pin' }, { text: 'A nice pin' })).toMatchObject({
      status: 501,
      body: { code: 'not_supported', meta: { resource: 'pinterest' } },
    });
    expect(await usageOf(ws.api)).toEqual(before);
  });

  test('tells what the platform says, and a throttle is free of charge', async () => {
    const post = await publish('mastodon');
    const before = await usageOf(ws.api);
    await fault(ws, 'mastodon', { ...rejection, operation: 'reply' });
    await comment(ws, 'mastodon', idOn(post, 'mastodon'), 'Well?');
    const [asked] = await commentsOf(post);
    expect(await reply(post, { text: 'Rejected', comment_id: asked?.id })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Not this one'), meta: { reason: 'rejected' } },
    });
    await fault(ws, 'mastodon', { ...longThrottle, operation: 'reply' });
    expect(await reply(post, { text: 'Throttled', comment_id: asked?.id })).toMatchObject({
      status: 429,
      body: { code: 'platform_rate_limit' },
    });
    // The platform has said for how long: until then nobody has to wait to hear it again.
    const again = await reply(post, { text: 'Still throttled', comment_id: asked?.id });
    expect(again).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(7000);
    await unpause(service, ws);
    expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + 1 });
    expect(await reply(post, { text: 'At last', comment_id: asked?.id })).toMatchObject({ status: 200 });
  });
});

describe('comment.received', () => {
  test.each(PLATFORMS)('comes once for each comment on %s, however often it is told of', async (platform) => {
    const post = await publish(platform);
    const platformId = idOn(post, platform);
    if (platform === 'instagram')
      await fault(ws, platform, { kind: 'duplicate_callbacks', operation: undefined, times: 3 });
    const told: string[] = [];
    const read = () => Promise.all([1, 2, 3].map(() => ws.api.get(`/v1/inbox/comments/${post.id}`)));
    for (const text of ['One', 'Two', 'Three']) {
      told.push(await comment(ws, platform, platformId, text));
      await read();
    }
    await arrived(post, 3);
    // A later comment on the same account shows that everything before it has been read by whatever brings it.
    const last = await publish(platform);
    told.push(await comment(ws, platform, idOn(last, platform), 'Last'));
    await arrived(last, 1);
    await read();
    const events = (await pagesOf(ws.api, '/v1/events?action=comment.received&after=0&limit=100')).filter(
      (event) => event.platform === platform && told.includes(event.metadata.platform_id),
    );
    expect(events.map((event) => event.metadata.platform_id).sort()).toEqual([...told].sort());
    expect(events[0]).toMatchObject({
      account_id: accountOf(ws, platform).id,
      metadata: {
        id: expect.stringMatching(/^cmt_/),
        type: 'comment',
        platform,
        author: { id: expect.stringMatching(/./) },
        content: { text: expect.stringContaining('One') },
        platform_post_id: platformId,
        is_reply: false,
      },
    });
  });

  test('comes for a platform’s callback with the right signature only', async () => {
    const body = JSON.stringify({ object: 'instagram', entry: [] });
    const send = (headers: Record<string, string>) =>
      fetch(`${service.url}/callbacks/test/${ws.world}/instagram`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await send({})).status).toBe(401);
    expect((await send({ 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` })).status).toBe(401);
    for (const [path, status] of [
      [`/callbacks/test/${ws.world}/myspace`, 400],
      [`/callbacks/test/${ws.world}/constructor`, 400],
      [`/callbacks/test/${ws.world}/mastodon`, 501],
      ['/callbacks/instagram', 404],
    ] as const)
      expect((await fetch(`${service.url}${path}`, { method: 'POST', body })).status, path).toBe(status);
    expect(
      (
        await fetch(
          `${service.url}/callbacks/test/${ws.world}/instagram?hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1`,
        )
      ).status,
    ).toBe(403);
  });
});
