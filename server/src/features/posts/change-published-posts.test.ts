import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { comment, fault, rejection } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon', 'instagram'] });
  other = await service.workspace();
});
afterAll(() => service?.close());

const image = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };
const targets = (...platforms: string[]) => platforms.map((platform) => ({ account_id: ws.accounts[platform]?.id }));
const account = (platform: string) => ws.accounts[platform] as { id: string; platformId: string };

async function publish(platforms: string[], extra: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await ws.api.post(
    '/v1/posts',
    { text: `Live ${++count}`, media: [image], targets: targets(...platforms), publish_now: true, ...extra },
    { headers: { prefer: 'wait=30' } },
  );
  expect({ status, postStatus: body.status, error: body.error }).toEqual({
    status: 201,
    postStatus: 'published',
    error: undefined,
  });
  return body;
}

async function ledger(platform: string, kind: string): Promise<Body[]> {
  return (await ws.control('GET', `ledger?platform=${platform}&account=${account(platform).platformId}&kind=${kind}`))
    .entries;
}

async function eventsOf(postId: string): Promise<string[]> {
  const { body } = await ws.api.get(`/v1/events?resource_id=${postId}&after=0&limit=100`);
  return body.data.map((event: Body) => event.type);
}

describe('update_post', () => {
  test('changes a draft and records which fields', async () => {
    const { body: draft } = await ws.api.post('/v1/posts', { text: 'Draft to change', targets: targets('mastodon') });
    const { status, body } = await ws.api.patch(`/v1/posts/${draft.id}`, { text: 'Changed', title: 'With a title' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'draft', text: 'Changed', title: 'With a title' });
    expect(body.targets).toHaveLength(1);
    expect(await eventsOf(draft.id)).toEqual(['post.updated']);
  });

  test('changes the segments of a thread and keeps them when other fields change', async () => {
    const { body: draft } = await ws.api.post('/v1/posts', { text: 'Draft of a thread', segments: ['Two'] });
    expect(draft.segments).toEqual([{ text: 'Two' }]);
    const segments = [{ text: 'Two, with an image', media: [image] }, 'Three'];
    const after = [{ text: 'Two, with an image', media: [image], media_ids: [] }, { text: 'Three' }];
    expect((await ws.api.patch(`/v1/posts/${draft.id}`, { segments })).body.segments).toEqual(after);
    expect((await ws.api.patch(`/v1/posts/${draft.id}`, { title: 'A title' })).body.segments).toEqual(after);
    expect((await ws.api.patch(`/v1/posts/${draft.id}`, { segments: [] })).body.segments).toBeUndefined();
  });

  test('a draft with scheduled_at becomes scheduled and is charged once; null takes it off again', async () => {
    const { body: draft } = await ws.api.post('/v1/posts', { text: 'Draft to schedule', targets: targets('mastodon') });
    const used = async () => (await ws.api.get('/v1/usage')).body.posts_used;
    const before = await used();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await ws.api.patch(`/v1/posts/${draft.id}`, { scheduled_at: at })).body).toMatchObject({
      status: 'scheduled',
      scheduled_at: at,
    });
    expect(await used()).toBe(before + 1);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    expect((await ws.api.patch(`/v1/posts/${draft.id}`, { scheduled_at: later })).body.scheduled_at).toBe(later);
    expect((await ws.api.patch(`/v1/posts/${draft.id}`, { scheduled_at: null })).body.status).toBe('draft');
    expect(await eventsOf(draft.id)).toEqual([
      'post.updated',
      'post.scheduled',
      'post.updated',
      'post.scheduled',
      'post.updated',
    ]);
    expect(
      (await ws.api.post(`/v1/posts/${draft.id}/publish`, undefined, { headers: { prefer: 'wait=30' } })).body.status,
    ).toBe('published');
    expect(await used()).toBe(before + 1);
  });

  test('changes the text on the platforms when each of them can', async () => {
    const post = await publish(['mastodon']);
    const { status, body } = await ws.api.patch(`/v1/posts/${post.id}`, { text: 'Edited live' });
    expect({ status, text: body.text }).toEqual({ status: 200, text: 'Edited live' });
    expect((await ledger('mastodon', 'edit')).at(-1)).toMatchObject({
      platform_id: post.targets[0].platform_post_id,
      text: 'Edited live',
    });
  });

  test('is an event once a platform has taken the text, and none when no platform did', async () => {
    const post = await publish(['mastodon']);
    await fault(ws, 'mastodon', { ...rejection, operation: 'edit_post' });
    expect((await ws.api.patch(`/v1/posts/${post.id}`, { text: 'Rejected' })).status).toBeGreaterThanOrEqual(400);
    expect(await eventsOf(post.id)).toEqual(['post.published']);
    expect((await ws.api.patch(`/v1/posts/${post.id}`, { text: 'Taken' })).status).toBe(200);
    expect(await eventsOf(post.id)).toEqual(['post.published', 'post.updated']);
  });

  test('501 and no change when one platform cannot', async () => {
    const post = await publish(['mastodon', 'twitter']);
    const { status, body } = await ws.api.patch(`/v1/posts/${post.id}`, { text: 'Not everywhere' });
    expect({ status, code: body.code }).toEqual({ status: 501, code: 'not_supported' });
    expect((await ws.api.get(`/v1/posts/${post.id}`)).body.text).toBe(post.text);
  });

  test('hidden concerns only our lists', async () => {
    const post = await publish(['twitter']);
    expect((await ws.api.patch(`/v1/posts/${post.id}`, { hidden: true })).body.hidden).toBe(true);
    const ids = (await ws.api.get('/v1/posts?limit=100')).body.data.map((row: Body) => row.id);
    expect(ids).not.toContain(post.id);
    expect((await ws.api.get('/v1/posts?limit=100&hidden=true')).body.data.map((row: Body) => row.id)).toContain(
      post.id,
    );
  });

  test('rejects empty changes, other fields of published posts and posts of others', async () => {
    const post = await publish(['mastodon']);
    expect((await ws.api.patch(`/v1/posts/${post.id}`, {})).status).toBe(400);
    expect((await ws.api.patch(`/v1/posts/${post.id}`, { title: 'No' })).body).toMatchObject({
      code: 'conflict',
      meta: { field: 'title' },
    });
    expect((await other.api.patch(`/v1/posts/${post.id}`, { text: 'Mine?' })).status).toBe(404);
  });
});

describe('delete_post', () => {
  test('deletes a draft', async () => {
    const { body: draft } = await ws.api.post('/v1/posts', { text: 'To be deleted' });
    expect((await ws.api.delete(`/v1/posts/${draft.id}`)).body).toEqual({ success: true, deleted: true, results: [] });
    expect((await ws.api.get(`/v1/posts/${draft.id}`)).status).toBe(404);
    expect(await eventsOf(draft.id)).toEqual(['post.deleted']);
  });

  test('deletes a scheduled post, which is then never published', async () => {
    const { body } = await ws.api.post('/v1/posts', {
      text: 'Never',
      targets: targets('mastodon'),
      scheduled_at: new Date(Date.now() + 1200).toISOString(),
    });
    expect((await ws.api.delete(`/v1/posts/${body.id}`)).body.deleted).toBe(true);
    const after = await publish(['mastodon'], { text: 'After the deleted one' });
    await until(async () => Date.now() > new Date(body.scheduled_at).getTime() + 500, 'its time has passed');
    expect((await ledger('mastodon', 'post')).filter(({ text }) => text.includes('Never'))).toEqual([]);
    expect(after.status).toBe('published');
  });

  test('deletes the copies that can be deleted and keeps the post for the rest', async () => {
    const post = await publish(['mastodon', 'twitter', 'instagram']);
    const { status, body } = await ws.api.delete(`/v1/posts/${post.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, deleted: false });
    const outcomes = Object.fromEntries(body.results.map((result: Body) => [result.platform, result.outcome]));
    expect(outcomes).toEqual({ mastodon: 'deleted', twitter: 'deleted', instagram: 'not_supported' });
    expect((await ws.api.get(`/v1/posts/${post.id}`)).body.targets.map((target: Body) => target.platform)).toEqual([
      'instagram',
    ]);
  });

  test('deletes the post with its last copy', async () => {
    const post = await publish(['mastodon', 'twitter']);
    expect((await ws.api.delete(`/v1/posts/${post.id}?platform=twitter`)).body).toMatchObject({
      deleted: false,
      success: true,
    });
    expect((await ws.api.delete(`/v1/posts/${post.id}`)).body).toMatchObject({ deleted: true, success: true });
    expect((await ws.api.get(`/v1/posts/${post.id}`)).status).toBe(404);
    expect((await eventsOf(post.id)).at(-1)).toBe('post.deleted');
  });
});

describe('unpublish_post', () => {
  test('removes copies and names those that stay', async () => {
    const post = await publish(['mastodon', 'twitter', 'instagram']);
    const one = await ws.api.post(`/v1/posts/${post.id}/unpublish`, { account_id: account('twitter').id });
    expect({ status: one.status, body: one.body }).toEqual({
      status: 200,
      body: {
        success: true,
        unpublished_count: 1,
        results: [{ platform: 'twitter', account_id: account('twitter').id, outcome: 'unpublished' }],
      },
    });
    const rehearsal = await ws.api.post(`/v1/posts/${post.id}/unpublish?dry_run=true`, {
      account_id: account('mastodon').id,
    });
    expect(rehearsal.body).toMatchObject({ dry_run: true, unpublished_count: 1 });
    const { updated_at: updatedAt } = (await ws.api.get(`/v1/posts/${post.id}`)).body;
    expect(updatedAt > post.updated_at).toBe(true);
    const rest = await ws.api.post(`/v1/posts/${post.id}/unpublish`);
    expect({ status: rest.status, body: rest.body }).toEqual({
      status: 207,
      body: {
        success: false,
        unpublished_count: 1,
        results: [
          { platform: 'mastodon', account_id: account('mastodon').id, outcome: 'unpublished' },
          {
            platform: 'instagram',
            account_id: account('instagram').id,
            outcome: 'not_supported',
            message: expect.stringContaining('Instagram'),
          },
        ],
      },
    });
    expect(await eventsOf(post.id)).toEqual(['post.published', 'post.unpublished', 'post.unpublished']);
    expect((await ws.api.post(`/v1/posts/${post.id}/unpublish`, { account_ids: ['acc_unknown'] })).status).toBe(404);
  });
});

describe('removals while a platform is throttled', () => {
  const pause = (platform: string, until = `now() + interval '10 minutes'`) =>
    service.sql(`update accounts set not_before = ${until} where id = $1`, [account(platform).id]);
  const throttleRemoval = (platform: string) =>
    ws.control('POST', 'faults', {
      platform,
      account: account(platform).platformId,
      operation: 'delete_post',
      kind: 'throttle',
      retry_after_seconds: 600,
    });
  const platformsOf = async (post: Body) =>
    (await ws.api.get(`/v1/posts/${post.id}`)).body.targets?.map(({ platform }: Body) => platform);
  const removalsOf = async (post: Body) => {
    const { body } = await ws.api.get(`/v1/posts/${post.id}/attempts`);
    return body.data.filter(({ action, state }: Body) => action === 'remove' && state === 'sending').length;
  };

  test('delete_post reports which copies stay and why, and removes them on a second request', async () => {
    const post = await publish(['mastodon', 'twitter']);
    await pause('mastodon');
    const { status, body } = await ws.api.delete(`/v1/posts/${post.id}`);
    expect({ status, success: body.success, deleted: body.deleted }).toEqual({
      status: 200,
      success: false,
      deleted: false,
    });
    expect(body.results).toEqual([
      { platform: 'twitter', account_id: account('twitter').id, outcome: 'deleted' },
      {
        platform: 'mastodon',
        account_id: account('mastodon').id,
        outcome: 'failed',
        message: expect.stringMatching(/rate limit.* (600|59\d) seconds/),
      },
    ]);
    expect(await platformsOf(post)).toEqual(['mastodon']);
    // Nothing was left in the queue that would happen later unasked.
    const open = await service.sql(`select 1 from actions where post_id = $1 and due_at is not null`, [post.id]);
    expect(open).toEqual([]);
    await pause('mastodon', 'now()');
    expect((await ws.api.delete(`/v1/posts/${post.id}`)).body).toMatchObject({ success: true, deleted: true });
  });

  test('unpublish_post gives 429 when nothing was removed, and names the rest otherwise', async () => {
    const post = await publish(['mastodon', 'twitter']);
    await pause('mastodon');
    const only = { account_id: account('mastodon').id };
    const none = await ws.api.post(`/v1/posts/${post.id}/unpublish`, only);
    expect(none).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
    expect(none.body.meta.retry_after).toBeGreaterThan(500);
    const some = await ws.api.post(`/v1/posts/${post.id}/unpublish`);
    expect(some).toMatchObject({ status: 207, body: { success: false, unpublished_count: 1 } });
    expect(some.body.results).toMatchObject([
      { platform: 'twitter', outcome: 'unpublished' },
      { platform: 'mastodon', outcome: 'failed', message: expect.stringMatching(/rate limit/) },
    ]);
    expect((await ws.api.get(`/v1/posts/${post.id}`)).body).toMatchObject({
      status: 'published',
      targets: [
        { platform: 'mastodon', status: 'published' },
        { platform: 'twitter', status: 'unpublished' },
      ],
    });
    await pause('mastodon', 'now()');
    expect((await ws.api.post(`/v1/posts/${post.id}/unpublish`, only)).status).toBe(200);
  });

  test('a throttled removal ends the removal of the whole thread', async () => {
    const post = await publish(['mastodon'], { segments: ['Two', 'Three'], media: [] });
    await throttleRemoval('mastodon');
    const rejected = await ws.api.post(`/v1/posts/${post.id}/unpublish`);
    expect(rejected).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
    expect(await removalsOf(post)).toBe(1);
    expect((await ws.api.get(`/v1/posts/${post.id}`)).body).toMatchObject({ status: 'published' });
    await pause('mastodon', 'now()');
    expect((await ws.api.delete(`/v1/posts/${post.id}`)).body).toMatchObject({ deleted: true });
  });
});

describe('threads and first comments', () => {
  test('segments follow each other where the platform has threads', async () => {
    const post = await publish(['twitter', 'mastodon'], {
      text: 'One of three',
      segments: ['Two of three', 'Three of three'],
      media: [],
    });
    for (const target of post.targets) {
      const parts = [target.platform_post_id, ...target.metadata.thread_post_ids];
      expect(parts).toHaveLength(3);
      const entries = (await ledger(target.platform, 'post')).filter((entry: Body) =>
        parts.includes(entry.platform_id),
      );
      expect(entries.map((entry: Body) => entry.in_reply_to ?? null)).toEqual([null, parts[0], parts[1]]);
    }
  });

  test('a segment has its own media and may have nothing else', async () => {
    const segments = [{ text: 'Part with an image', media: [{ ...image, alt_text: 'A square' }] }, { media: [image] }];
    const post = await publish(['twitter', 'mastodon'], { text: 'Part without one', segments, media: [] });
    expect(post.segments).toEqual([
      { ...segments[0], media_ids: [] },
      { text: '', media: [image], media_ids: [] },
    ]);
    for (const target of post.targets) {
      const parts = [target.platform_post_id, ...target.metadata.thread_post_ids];
      const entries = await ledger(target.platform, 'post');
      const shown = parts.map((part) => entries.find(({ platform_id }: Body) => platform_id === part));
      expect(shown.map(({ text, media, in_reply_to = null }: Body) => [text, media.length, in_reply_to])).toEqual([
        ['Part without one', 0, null],
        ['Part with an image', 1, parts[0]],
        ['', 1, parts[1]],
      ]);
    }
  });

  test('a broken thread reports where and keeps its published segments', async () => {
    await ws
      .control('POST', 'faults', {
        platform: 'mastodon',
        account: account('mastodon').platformId,
        operation: 'publish',
        kind: 'body',
        status: 422,
        body: JSON.stringify({ error: 'Validation failed: no' }),
        content_type: 'application/json',
        times: 1,
      })
      .then(() => {});
    const { body } = await ws.api.post(
      '/v1/posts',
      { text: 'Rejected at once', segments: ['Never sent'], targets: targets('mastodon'), publish_now: true },
      { headers: { prefer: 'wait=30' } },
    );
    expect(body.targets[0]).toMatchObject({ status: 'failed', error: { code: 'rejected' } });
  });

  test('the first comment is posted, best effort', async () => {
    const post = await publish(['instagram', 'mastodon'], { first_comment: 'First!' });
    const found = await until(async () => {
      const { body } = await ws.api.get(`/v1/posts/${post.id}`);
      return body.targets.every((target: Body) => target.metadata?.first_comment_id !== undefined) && body;
    }, 'both first comments are there');
    expect(found.status).toBe('published');
    const [entry] = (await ledger('instagram', 'reply')).slice(-1);
    expect(entry).toMatchObject({ text: 'First!' });
  });
});

describe('list_post_attempts', () => {
  test('lists the journal of each target', async () => {
    const post = await publish(['instagram']);
    const { body } = await ws.api.get(`/v1/posts/${post.id}/attempts`);
    expect(body.data.map((line: Body) => line.state)).toEqual(['prepared', 'sending', 'published']);
    const first = await ws.api.get(`/v1/posts/${post.id}/attempts?limit=2`);
    const second = await ws.api.get(`/v1/posts/${post.id}/attempts?limit=2&cursor=${first.body.cursor}`);
    expect([...first.body.data, ...second.body.data]).toEqual(body.data);
    expect((await other.api.get(`/v1/posts/${post.id}/attempts`)).status).toBe(404);
  });
});

describe('get_post_metrics', () => {
  test('counts reactions of other users', async () => {
    const post = await publish(['mastodon', 'instagram']);
    const [target] = post.targets.filter((candidate: Body) => candidate.platform === 'mastodon');
    await comment(ws, 'mastodon', target.platform_post_id, 'Nice');
    const { status, body } = await ws.api.get(`/v1/posts/${post.id}/metrics`);
    expect(status).toBe(200);
    const mastodon = body.data.targets.find((candidate: Body) => candidate.platform === 'mastodon');
    expect(mastodon.metrics).toMatchObject({ comments: 1, likes: 0 });
  });

  test('every target has its status, and extra is an object whatever the platform counts', async () => {
    const post = await publish(['mastodon', 'instagram', 'twitter']);
    await service.sql(
      `update actions set status = 'failed', platform_id = null where id in
      (select id from actions where post_id = $1 and platform = 'twitter')`,
      [post.id],
    );
    const { body } = await ws.api.get(`/v1/posts/${post.id}/metrics`);
    const of = (platform: string) => body.data.targets.find((target: Body) => target.platform === platform);
    expect(of('mastodon')).toMatchObject({ status: 'published', metrics: { extra: {} } });
    expect(of('instagram')).toMatchObject({ status: 'published', metrics: { extra: expect.any(Object) } });
    expect(of('twitter')).toMatchObject({ status: 'failed', error: { code: 'resource.not_found' } });
  });
});

describe('resolve_target', () => {
  test('settles an unconfirmed target as the caller says', async () => {
    const post = await publish(['twitter']);
    await service.sql(`update actions set status = 'unconfirmed', platform_id = null where post_id = $1`, [post.id]);
    await service.sql(`update posts set status = 'failed' where id = $1`, [post.id]);
    const path = `/v1/posts/${post.id}/targets/${account('twitter').id}/resolve`;
    expect((await ws.api.post(`/v1/posts/${post.id}/retry`)).body.code).toBe('invalid_request');
    expect((await other.api.post(path, { outcome: 'published' })).status).toBe(404);
    const { status, body } = await ws.api.post(path, { outcome: 'published', platform_post_id: '123' });
    expect({ status, post: body.status, id: body.targets[0].platform_post_id }).toEqual({
      status: 200,
      post: 'published',
      id: '123',
    });
    expect((await ws.api.post(path, { outcome: 'not_published' })).status).toBe(409);
  });
});
