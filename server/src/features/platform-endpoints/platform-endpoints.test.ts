import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  type Body,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { accountOf, comment, image, ledgerOf, visitor, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({
    platforms: ['instagram', 'linkedin_page', 'pinterest', 'tiktok', 'youtube', 'mastodon'],
  });
  other = await service.workspace({ platforms: ['instagram'] });
});
afterAll(() => service?.close());

const video = { source_type: 'url', source: 'https://simulator.test/files/sample.mp4', type: 'video' };
const OPTIONS: Readonly<Record<string, object>> = { tiktok: { privacy_level: 'PUBLIC_TO_EVERYONE' } };

const id = (platform: string) => accountOf(ws, platform).id;
const at = (platform: string, rest: string) => `/v1/platforms/${platform}/accounts/${id(platform)}/${rest}`;
const rejected = (answer: ApiResponse, status: number, code: string, field?: string) =>
  expect(answer).toMatchObject({ status, body: { code, ...(field === undefined ? {} : { meta: { field } }) } });

async function publish(platform: string, media: object[], more: object = {}, workspace = ws): Promise<Body> {
  const { id: account_id } = accountOf(workspace, platform);
  const post = { text: `On ${platform}`, media, targets: [{ account_id, platform_data: OPTIONS[platform] ?? {} }] };
  const { body, text } = await workspace.api.post('/v1/posts', { ...post, publish_now: true, ...more }, waiting);
  if (body.status !== 'published') throw new Error(text);
  return body;
}

/** Callers without access are rejected before the platform is called. */
async function rejections(ask: (accountId: string) => Promise<ApiResponse>): Promise<void> {
  rejected(await ask(id('mastodon')), 501, 'not_supported');
  rejected(await ask(accountOf(other, 'instagram').id), 404, 'account_not_found');
  rejected(await ask('acc_00000000000000000000000000'), 404, 'account_not_found');
}

const fault = (platform: string, requested: object) => ws.control('POST', 'faults', { platform, ...requested });

describe('Pinterest', () => {
  const boards = () => `/v1/accounts/${id('pinterest')}/boards`;
  let board: Body;

  test('create_board creates one board for one key; list_boards shows it', async () => {
    const requested = { name: 'Summer', description: 'Warm', privacy: 'PROTECTED' };
    const key = { headers: { 'idempotency-key': 'a-board' } };
    rejected(await ws.api.post(boards(), { ...requested, name: ' ' }), 400, 'invalid_request', 'name');
    rejected(await ws.api.post(boards(), { ...requested, privacy: 'public' }), 400, 'invalid_request', 'privacy');
    expect(await ws.api.post(`${boards()}?dry_run=true`, requested)).toMatchObject({
      status: 200,
      body: { dry_run: true },
    });
    const made = await ws.api.post(boards(), requested, key);
    board = made.body;
    expect(made).toMatchObject({ status: 201, body: { name: 'Summer', privacy: 'PROTECTED', board_id: board.id } });
    const again = await ws.api.post(boards(), requested, key);
    expect(again).toMatchObject({ status: 201, body: board });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await ledgerOf(ws, 'pinterest', 'board')).toMatchObject([{ platform_id: board.id }]);
    const { body } = await ws.api.get(boards());
    expect(body.count).toBe(body.data.length);
    expect(body.data).toContainEqual(board);
    await rejections((account) => ws.api.get(`/v1/accounts/${account}/boards`));
    await rejections((account) => ws.api.post(`/v1/accounts/${account}/boards`, requested));
  });

  test('create_board with a lost response finds the board and creates no second', async () => {
    await fault('pinterest', {
      kind: 'accept_drop',
      operation: 'other',
      account: accountOf(ws, 'pinterest').platformId,
    });
    const made = await ws.api.post(boards(), { name: 'Lost' });
    expect(made).toMatchObject({ status: 201, body: { name: 'Lost', privacy: 'PUBLIC' } });
    const all = (await ws.api.get(boards())).body.data.filter(({ name }: Body) => name === 'Lost');
    expect(all).toEqual([made.body]);
  });

  test('update_board changes the given fields', async () => {
    const address = `${boards()}/${board.id}`;
    rejected(await ws.api.patch(address, {}), 400, 'missing_metadata', 'name');
    rejected(await ws.api.patch(address, { privacy: 'PROTECTED' }), 400, 'invalid_request', 'privacy');
    const after = { ...board, name: 'Autumn' };
    expect(await ws.api.patch(address, { name: 'Autumn' })).toMatchObject({ status: 200, body: after });
    expect((await ws.api.get(boards())).body.data).toContainEqual(after);
    rejected(await ws.api.patch(`${boards()}/999`, { name: 'x' }), 404, 'not_found');
    rejected(await ws.api.patch(`${boards()}/..%2Fpins`, { name: 'x' }), 404, 'not_found');
  });

  test('list_pins and get_pinterest_summary read live', async () => {
    const { boardId: board_id } = ws.accounts.pinterest ?? {};
    const targets = [{ account_id: id('pinterest'), board_id }];
    const post = await publish('pinterest', [image], { title: 'A pin', targets });
    const pin = {
      id: post.targets[0].platform_post_id,
      board_id,
      title: 'A pin',
      media_url: expect.stringMatching(/^https?:/),
      permalink: post.targets[0].permalink,
    };
    const { status, body } = await ws.api.get(at('pinterest', 'pins?limit=1'));
    expect({ status, body }).toMatchObject({ status: 200, body: { data: [pin], count: 1 } });
    rejected(await ws.api.get(at('pinterest', 'pins?limit=51')), 400, 'invalid_request', 'limit');
    expect(await ws.api.get(at('pinterest', 'summary'))).toMatchObject({
      status: 200,
      body: { username: expect.any(String), pin_count: 1, board_count: expect.any(Number) },
    });
    await rejections((account) => ws.api.get(`/v1/platforms/pinterest/accounts/${account}/summary`));
    await rejections((account) => ws.api.get(`/v1/platforms/pinterest/accounts/${account}/pins`));
  });

  test('delete_board removes the board', async () => {
    expect((await ws.api.delete(`${boards()}/${board.id}`)).status).toBe(204);
    rejected(await ws.api.delete(`${boards()}/${board.id}`), 404, 'not_found');
    expect((await ws.api.get(boards())).body.data.map(({ id }: Body) => id)).not.toContain(board.id);
  });
});

describe('Instagram', () => {
  const person = (participant: string) => at('instagram', `participants/${participant}/profile`);

  test('list_stories shows stories for a day, page by page', async () => {
    const options = { instagram: { content_type: 'stories' } };
    await publish('instagram', [image], { platform_data: options });
    await publish('instagram', [image], { platform_data: options, skip_duplicate_check: true });
    const first = await ws.api.get(at('instagram', 'stories?limit=1'));
    expect(first.body).toMatchObject({ count: 1, cursor: first.body.next_cursor, pagination: { has_more: true } });
    const [story] = first.body.data;
    expect(story).toMatchObject({ account_id: id('instagram'), platform: 'instagram', media_type: 'IMAGE' });
    const { is_story, expires_at } = story.metadata;
    expect(is_story).toBe(true);
    expect(Date.parse(expires_at) - Date.parse(story.timestamp)).toBe(24 * 3600_000);
    const second = await ws.api.get(at('instagram', `stories?limit=1&cursor=${first.body.cursor}`));
    expect(second.body.data).toHaveLength(1);
    expect(second.body.data[0].id).not.toBe(story.id);
    rejected(await ws.api.get(at('instagram', 'stories?cursor=x')), 400, 'invalid_request', 'cursor');
    await rejections((account) => ws.api.get(`/v1/platforms/instagram/accounts/${account}/stories`));
  });

  test('get_instagram_summary counts thirty days', async () => {
    const { targets } = await publish('instagram', [image], { text: 'To be counted' });
    await comment(ws, 'instagram', targets[0].platform_post_id, 'Nice');
    const { status, body } = await ws.api.get(at('instagram', 'summary'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ follower_count: 120, following_count: 10, media_count: 1, net_follows: 0 });
    expect(body).toMatchObject({ interactions: 1, accounts_engaged: 1, reach: expect.any(Number) });
    expect(Date.parse(body.period_end) - Date.parse(body.period_start)).toBe(30 * 24 * 3600_000);
    const denied = {
      error: { message: '(#10) Application does not have permission', type: 'OAuthException', code: 10 },
    };
    await fault('instagram', { kind: 'body', status: 403, body: denied, operation: 'other' });
    const missing = await ws.api.get(at('instagram', 'summary'));
    rejected(missing, 403, 'reconnection_required');
    expect(missing.body.detail_code).toBe('platform.instagram.insights_scope_missing');
    await rejections((account) => ws.api.get(`/v1/platforms/instagram/accounts/${account}/summary`));
  });

  test('get_participant_profile shows who follows whom, after a message of the person', async () => {
    const { targets } = await publish('instagram', [image], { text: 'For people' });
    const visitors = (action: string, more: object) =>
      visitor(ws, 'instagram', action, { text: 'Hello', username: 'sam', ...more });
    const { user_id: sam } = await visitors('comment', { post_id: targets[0].platform_post_id });
    const unknown = await ws.api.get(person(sam));
    rejected(unknown, 403, 'permission_denied');
    expect(unknown.body.detail_code).toBe('platform.instagram.permission_denied');
    await visitors('message', {});
    expect(await ws.api.get(person(sam))).toMatchObject({
      status: 200,
      body: { id: sam, username: 'sam', is_user_follow_business: false, is_business_follow_user: false },
    });
    // They have everything erased, and have not written since.
    await service.sql(
      `insert into erasures (tenant_id, id, platform, person_id) values ($1, 'code', 'instagram', $2)`,
      [ws.tenantId, sam],
    );
    await until(async () => (await ws.api.get(person(sam))).status === 404, 'the person is unknown again');
    rejected(await ws.api.get(person('17841999')), 404, 'not_found');
    rejected(await ws.api.get(person(targets[0].platform_post_id)), 404, 'not_found');
    rejected(await ws.api.get(person('..%2Fme')), 404, 'not_found');
    await rejections((account) => ws.api.get(`/v1/platforms/instagram/accounts/${account}/participants/1/profile`));
  });

  test('list_collaborators, accept_collaboration and decline_collaboration', async () => {
    // Guests live in the same world.
    const [made] = await service.app.connectSimulated(ws.tenantId, ['instagram']);
    const { body: guest } = await ws.api.get(`/v1/accounts/${made?.id}`);
    const [row] = await service.sql('select platform_id from accounts where id = $1', [guest.id]);
    const invite = async (text: string) => {
      const platform_data = { instagram: { collaborators: [guest.username] } };
      const { targets } = await publish('instagram', [image], { text, platform_data });
      return targets[0].platform_post_id as string;
    };
    const list = async (media: string) => (await ws.api.get(at('instagram', `media/${media}/collaborators`))).body;
    const answer = (media: string, word: string, headers = {}) =>
      ws.api.post(`/v1/platforms/instagram/accounts/${guest.id}/media/${media}/collab/${word}`, undefined, {
        headers,
      });
    const [first, second] = [await invite('One of two'), await invite('Two of two')] as [string, string];
    const pending = { id: row.platform_id, username: guest.username, status: 'pending' };
    expect(await list(first)).toEqual({ data: [pending], count: 1 });

    const key = { 'idempotency-key': 'accepting' };
    expect(await answer(first, 'accept', key)).toMatchObject({ status: 200, body: { success: true } });
    expect(await answer(first, 'accept', key)).toMatchObject({ status: 200, body: { success: true } });
    expect((await list(first)).data).toEqual([{ ...pending, status: 'accepted' }]);
    rejected(await answer(first, 'accept'), 400, 'invalid_request');
    expect((await answer(second, 'decline')).status).toBe(200);
    expect((await list(second)).data).toEqual([{ ...pending, status: 'declined' }]);

    rejected(await ws.api.get(at('instagram', 'media/1/collaborators')), 404, 'not_found');
    const { account_id } = { account_id: guest.id };
    rejected(
      await ws.api.get(`/v1/platforms/instagram/accounts/${account_id}/media/${first}/collaborators`),
      404,
      'not_found',
    );
    await rejections((account) => ws.api.post(`/v1/platforms/instagram/accounts/${account}/media/1/collab/accept`));
    await rejections((account) => ws.api.post(`/v1/platforms/instagram/accounts/${account}/media/1/collab/decline`));
    await rejections((account) => ws.api.get(`/v1/platforms/instagram/accounts/${account}/media/1/collaborators`));
  });
});

test('get_linkedin_insights counts a page and its posts', async () => {
  const { targets } = await publish('linkedin_page', []);
  const post = targets[0].platform_post_id;
  await comment(ws, 'linkedin_page', post, 'Well said');
  const address = (account: string) => `/v1/platforms/linkedin/insights?account_id=${account}`;
  const { status, body } = await ws.api.get(address(id('linkedin_page')));
  expect(status).toBe(200);
  expect(body.data.follower_count).toBeGreaterThanOrEqual(0);
  expect(body.data.posts).toMatchObject([{ post_id: post, text: 'On linkedin_page', comments: 1, likes: 0 }]);
  expect(body.data.posts[0].engagement_rate).toBeGreaterThan(0);
  rejected(await ws.api.get('/v1/platforms/linkedin/insights'), 400, 'missing_metadata', 'account_id');
  await rejections((account) => ws.api.get(address(account)));
});

describe('TikTok', () => {
  test('get_tiktok_summary, and rejections of the platform', async () => {
    const summary = await ws.api.get(at('tiktok', 'summary'));
    expect(summary).toMatchObject({ status: 200, body: { username: expect.any(String), video_count: 0 } });
    await fault('tiktok', { kind: 'throttle', retry_after_seconds: 90 });
    const throttled = await ws.api.get(at('tiktok', 'summary'));
    rejected(throttled, 429, 'platform_rate_limit');
    expect(throttled.body.meta.retry_after).toBe(90);
    await fault('tiktok', { kind: 'server_error' });
    rejected(await ws.api.get(at('tiktok', 'summary')), 502, 'platform_error');
    const invalid = { error: { code: 'invalid_params', message: 'No such field.', log_id: '1' } };
    await fault('tiktok', { kind: 'body', status: 400, body: invalid });
    rejected(await ws.api.get(at('tiktok', 'summary')), 400, 'invalid_request');
    await fault('tiktok', { kind: 'expired_token', account: accountOf(ws, 'tiktok').platformId });
    expect((await ws.api.get(at('tiktok', 'summary'))).status).toBe(200);
    await rejections((account) => ws.api.get(`/v1/platforms/tiktok/accounts/${account}/summary`));
  });

  test('sync_tiktok_account stores the newest videos once', async () => {
    const { targets } = await publish('tiktok', [video]);
    for (let turn = 0; turn < 2; turn += 1)
      expect(await ws.api.post(at('tiktok', 'sync'))).toMatchObject({ status: 200, body: { success: true } });
    const rows = await service.sql(
      'select platform_id, content, permalink, post_id from inbox_posts where account_id = $1',
      [id('tiktok')],
    );
    expect(rows).toMatchObject([{ platform_id: targets[0].platform_post_id, content: 'On tiktok' }]);
    expect(rows[0].post_id).toMatch(/^post_/);
    await rejections((account) => ws.api.post(`/v1/platforms/tiktok/accounts/${account}/sync`));
  });
});

describe('YouTube', () => {
  let post: Body;
  let videoId: string;

  beforeAll(async () => {
    post = await publish('youtube', [video], { title: 'A video' });
    videoId = post.targets[0].platform_post_id;
  });

  test('get_youtube_summary and sync_youtube_account', async () => {
    expect(await ws.api.get(at('youtube', 'summary'))).toMatchObject({
      status: 200,
      body: { title: expect.any(String), handle: expect.any(String), video_count: 1 },
    });
    expect((await ws.api.post(at('youtube', 'sync'))).body).toEqual({ success: true });
    const rows = await service.sql('select platform_id, content from inbox_posts where account_id = $1', [
      id('youtube'),
    ]);
    expect(rows).toEqual([{ platform_id: videoId, content: 'On youtube' }]);
    await rejections((account) => ws.api.get(`/v1/platforms/youtube/accounts/${account}/summary`));
    await rejections((account) => ws.api.post(`/v1/platforms/youtube/accounts/${account}/sync`));
  });

  test('update_youtube_video changes the given fields, by our id or YouTube’s', async () => {
    const change = (video: string, body: object) => ws.api.patch(at('youtube', `videos/${video}`), body);
    rejected(await change(videoId, {}), 400, 'missing_metadata', 'title');
    rejected(await change(videoId, { visibility: 'secret' }), 400, 'invalid_request', 'visibility');
    rejected(await change(videoId, { title: '<b>' }), 400, 'invalid_request', 'title');
    expect(await change(post.id, { title: 'Another video' })).toMatchObject({ status: 200, body: { success: true } });
    expect((await change(videoId, { visibility: 'unlisted', description: 'New words' })).status).toBe(200);
    const [entry] = (await ledgerOf(ws, 'youtube', 'edit')).slice(-1);
    expect(entry).toMatchObject({ platform_id: videoId });
    const { body } = await ws.api.get(`/v1/posts/${post.id}`);
    expect(body.targets[0]).toMatchObject({ text: 'New words', title: 'Another video', visibility: 'unlisted' });
    rejected(await change('none', { title: 'x' }), 404, 'not_found');
    await rejections((account) => ws.api.patch(`/v1/platforms/youtube/accounts/${account}/videos/1`, { title: 'x' }));
  });

  test('edit_youtube_comment and moderate_youtube_comment', async () => {
    const theirs = await comment(ws, 'youtube', videoId, 'First!');
    const reply = { account_id: id('youtube'), text: 'Thanks', comment_id: theirs };
    const { body: own } = await ws.api.post(`/v1/inbox/comments/${post.id}`, reply);
    const names = { account_id: id('youtube'), post_id: post.id };
    const path = '/v1/platforms/youtube/comments';
    const edit = (comment: string, more: object) =>
      ws.api.patch(`${path}/${comment}`, { ...names, text: 'Thank you', ...more });
    const moderate = (more: object, comment = theirs) =>
      ws.api.post(`${path}/${comment}/moderate`, { ...names, ...more });
    const find = async (platformId: string, status = 'published') => {
      const query = `account_id=${id('youtube')}&moderation_status=${status}`;
      const { body } = await ws.api.get(`/v1/inbox/comments/${videoId}?${query}`);
      return body.data.find((row: Body) => row.platform_id === platformId);
    };

    expect(await edit(own.comment_id, {})).toMatchObject({ status: 200, body: { success: true } });
    expect(await find(own.platform_id)).toMatchObject({ text: 'Thank you', is_owner: true });
    rejected(await edit(theirs, {}), 400, 'invalid_request', 'comment_id');
    rejected(await edit('none', {}), 404, 'not_found');
    rejected(await edit(own.comment_id, { text: ' ' }), 400, 'invalid_request', 'text');
    rejected(await edit(own.comment_id, { post_id: 'none' }), 404, 'not_found');

    rejected(await moderate({ status: 'hidden' }), 400, 'invalid_request', 'status');
    rejected(await moderate({ status: 'published', ban_author: true }), 400, 'invalid_request', 'ban_author');
    expect(await moderate({ status: 'held_for_review' })).toMatchObject({ status: 200, body: { success: true } });
    expect(await find(theirs, 'held_for_review')).toMatchObject({ is_hidden: true });
    expect(await find(theirs)).toBeUndefined();
    expect((await moderate({ status: 'published' })).status).toBe(200);
    expect(await find(theirs)).toMatchObject({ is_hidden: false });
    expect((await moderate({ status: 'rejected', ban_author: true })).status).toBe(200);
    expect(await find(theirs)).toBeUndefined();
    await rejections((account_id) => edit(theirs, { account_id }));
    await rejections((account_id) => moderate({ status: 'published', account_id }));
  });
});

test('get_account_limits returns the rest of the quota where the platform has one', async () => {
  const limits = (account: string) => ws.api.get(`/v1/accounts/${account}/limits`);
  const { status, body } = await limits(id('instagram'));
  expect({ status, names: Object.keys(body) }).toEqual({ status: 200, names: ['posts_remaining'] });
  expect(body.posts_remaining).toBeLessThan(100);
  expect(await limits(id('mastodon'))).toMatchObject({ status: 200, body: {} });
  rejected(await limits(accountOf(other, 'instagram').id), 404, 'account_not_found');
  await service.sql(`update accounts set status = 'reconnect_required' where id = $1`, [id('instagram')]);
  rejected(await limits(id('instagram')), 403, 'reconnection_required');
  rejected(await ws.api.post(at('instagram', 'media/1/collab/accept')), 403, 'reconnection_required');
});
