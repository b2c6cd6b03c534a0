import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, callsOf, comment, fault, firstPoll, heldCall } from '../../../test/steps.ts';
import { contentOf, examplePosts, exportEnd, exportOf, filesOf, holdList } from './exports.fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

/** Lets the time of the next work of an export come. */
const due = (id: string) => service.sql('update exports set due_at = now() where id = $1', [id]);
const rowOf = async (id: string): Promise<Body> => (await service.sql('select * from exports where id = $1', [id]))[0];

describe('create_export, get_export, list_export_videos, list_export_videos_unversioned', () => {
  test('a channel: videos with their numbers, comments and captions, and files that expire with the content', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['youtube'] });
    const posts = await examplePosts(ws, 'youtube', 2);
    const id = posts[1]?.platformId as string;
    await comment(ws, 'youtube', id, '=A question\0');
    const options = { include_transcript: true, include_vision: true };
    const { body: made } = await exportOf(ws, 'youtube', options);
    expect(made).toMatchObject({ status: 'pending', platform: 'youtube', account_id: accountOf(ws, 'youtube').id });
    const done = await exportEnd(ws, made.id);
    expect(done).toMatchObject({
      status: 'completed',
      stage: 'done',
      total_videos: 2,
      processed_videos: 2,
      progress: 1,
    });
    expect(done.counts).toMatchObject({ numbers: 2, comments: 1, transcripts: 2, vision: 0 });
    expect(Date.parse(done.expires_at) - Date.parse(done.completed_at)).toBe(7 * 86_400_000);

    const { body } = await ws.api.get(`/v1/exports/${made.id}/videos`);
    expect(body.videos.map((video: Body) => video.id)).toEqual(posts.map(({ platformId }) => platformId).reverse());
    expect(body.videos[0]).toMatchObject({
      ...{
        id,
        title: 'Number of a video',
        like_count: 0,
        comment_count: 1,
        transcript: 'number 2',
        transcript_lang: 'en',
      },
      metrics: { comments: 1 },
    });
    expect([body.videos, (await ws.api.get(`/exports/${made.id}/videos`)).body]).toEqual([body.data, body]);
    const page = await ws.api.get(`/v1/exports/${made.id}/videos?limit=1`);
    const rest = await ws.api.get(`/v1/exports/${made.id}/videos?limit=1&cursor=${page.body.cursor}`);
    expect([...page.body.data, ...rest.body.data]).toEqual(body.data);

    expect(done.download_url).toContain('.xlsx');
    const answer = await fetch(done.result.jsonl_url);
    expect(answer.headers.get('content-disposition')).toContain('.jsonl');
    expect(await answer.text()).toContain('A question');
    const stored = await filesOf(service, ws);
    expect(stored.length).toBe(Object.keys(done.result).length);
    expect((await ws.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: 0, count: 0 });

    // Expired files are gone at once, also while their removal waits for its turn.
    await service.sql(`update exports set expires_at = now() - interval '1 second' where id = $1`, [made.id]);
    expect((await ws.api.get(`/v1/exports/${made.id}`)).body.result).toBeUndefined();
    expect((await fetch(done.result.jsonl_url)).status).toBe(404);
    expect((await ws.api.get(`/v1/exports/${made.id}/videos`)).status).toBe(410);

    await ws.api.post('/v1/test/clock', { advance: 'P8D' });
    await until(async () => (await rowOf(made.id)).due_at === null, 'the content is removed');
    expect([await filesOf(service, ws), await contentOf(service, made.id)]).toEqual([[], { items: 0, comments: 0 }]);
    expect((await fetch(done.result.jsonl_url)).status).toBe(404);
    const { body: expired } = await ws.api.get(`/v1/exports/${made.id}`);
    expect(expired).toMatchObject({ status: 'completed', error: expect.stringContaining('expired'), total_videos: 2 });
    expect([expired.result, expired.download_url]).toEqual([undefined, undefined]);
    expect(await ws.api.get(`/v1/exports/${made.id}/videos`)).toMatchObject({ status: 410, body: { code: 'gone' } });
  });

  test('a throttle is waited for; what was read is not read again after a restart', async () => {
    const ws = await service.workspace({ platforms: ['mastodon'] });
    await examplePosts(ws, 'mastodon', 3);
    await fault(ws, 'mastodon', {
      kind: 'throttle',
      retry_after_seconds: 600,
      operation: 'list_comments',
    });
    const { body: made } = await exportOf(ws, 'mastodon');
    await until(async () => (await rowOf(made.id)).waits_until !== null, 'the export waits');
    const { body: waits } = await ws.api.get(`/v1/exports/${made.id}`);
    expect(waits).toMatchObject({ status: 'processing', stage: 'comments', total_videos: 3 });
    expect(Date.parse(waits.waits_until) - Date.now()).toBeGreaterThan(500_000);
    const listed = (await callsOf(ws, 'mastodon', 'list_posts')).length;
    await service.restart(async () => {
      await ws.control('DELETE', 'faults');
      await due(made.id);
    });
    expect(await exportEnd(ws, made.id)).toMatchObject({ status: 'completed', counts: { comments_of_videos: 3 } });
    expect((await callsOf(ws, 'mastodon', 'list_posts')).length).toBe(listed);
  });

  test('waits while the account is throttled, and rejected calls count against the budget of the platform', async () => {
    const ws = await service.workspace({ plan: 'enterprise', platforms: ['youtube'] });
    await examplePosts(ws, 'youtube', 1);
    const { id, platformId } = accountOf(ws, 'youtube');
    const calls = async () => (await ws.control('GET', `calls?platform=youtube&account=${platformId}`)).calls.length;
    const pauseUntil = (time: string) => service.sql('update accounts set not_before = $2 where id = $1', [id, time]);
    await firstPoll(service, id);
    await service.sql('update metric_readings set due_at = null where id = $1', [id]);
    await pauseUntil(new Date(Date.now() + 3_600_000).toISOString());
    const rejection = { error: { code: 403, message: 'No', errors: [{ reason: 'forbidden', message: 'No' }] } };
    const counted = async () => {
      const [row] = await service.sql(
        'select calls from app_calls c join accounts a on a.platform = c.platform and a.app_id = c.app_id where a.id = $1',
        [id],
      );
      return row.calls;
    };
    const before = { calls: await calls(), counted: await counted() };
    const { body: made } = await exportOf(ws, 'youtube');
    await until(async () => (await rowOf(made.id)).waits_until !== null, 'the export waits');
    expect(await calls()).toBe(before.calls);

    await pauseUntil('-infinity');
    await fault(ws, 'youtube', { kind: 'body', status: 403, body: rejection, operation: 'list_comments' });
    await due(made.id);
    expect((await exportEnd(ws, made.id)).missing).toContainEqual(expect.stringContaining('the comments on 1 videos'));
    expect((await counted()) - before.counted).toBe((await calls()) - before.calls);
  });

  test('a range holds the days of the brand, and not the one that begins with its end', async () => {
    const ws = await service.workspace({ plan: 'enterprise', platforms: ['mastodon'] });
    await examplePosts(ws, 'mastodon', 1);
    const { id } = accountOf(ws, 'mastodon');
    await service.sql(`update brands set timezone = 'Pacific/Auckland' where tenant_id = $1`, [ws.tenantId]);
    await service.sql(
      `insert into account_days (tenant_id, account_id, day, timezone, told)
       select $1, $2, date '2026-01-01' + n, 'Pacific/Auckland', jsonb_build_object('views', 100 + n)
       from generate_series(0, 9) n`,
      [ws.tenantId, id],
    );
    const range = { from: '2026-01-02T00:00:00+13:00', to: '2026-01-05T00:00:00+13:00' };
    const done = await exportEnd(ws, (await exportOf(ws, 'mastodon', range)).body.id);
    const lines = (await (await fetch(done.result.jsonl_url)).text()).trimEnd().split('\n');
    const days = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'day');
    expect(days.map(({ date }) => date)).toEqual(['2026-01-02', '2026-01-03', '2026-01-04']);
  });

  test('an account that is disconnected meanwhile gives a partial result, or fails without a charge', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon', 'twitter'] });
    await examplePosts(ws, 'mastodon', 2);
    await fault(ws, 'mastodon', { kind: 'hold', when: 'before', operation: 'list_comments' });
    const { body: partial } = await exportOf(ws, 'mastodon');
    const call = await heldCall(ws);
    await service.sql(`update accounts set status = 'reconnect_required' where tenant_id = $1`, [ws.tenantId]);
    await ws.control('POST', `held/${call}/release`, {});
    const done = await exportEnd(ws, partial.id);
    expect(done).toMatchObject({ status: 'completed', total_videos: 2, counts: { numbers: 2, comments_of_videos: 1 } });
    expect(done.missing).toEqual([expect.stringMatching(/ended at the stage comments.*reconnected/)]);

    await service.sql(`update accounts set status = 'active' where tenant_id = $1`, [ws.tenantId]);
    await fault(ws, 'twitter', { kind: 'throttle', retry_after_seconds: 60, operation: 'list_posts' });
    const { body: lost } = await exportOf(ws, 'twitter');
    await until(async () => (await rowOf(lost.id)).waits_until !== null, 'the export waits');
    await ws.api.delete(`/v1/accounts/${accountOf(ws, 'twitter').id}`);
    await due(lost.id);
    const failed = await exportEnd(ws, lost.id);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('not connected'), progress: 0 });
    expect((await ws.api.get('/v1/usage')).body.exports_used).toBe(1);
  });

  test('a person who wants to be forgotten ends the exports that hold their comments, and no other', async () => {
    const ws = await service.workspace({ plan: 'enterprise', platforms: ['mastodon'] });
    const [post] = await examplePosts(ws, 'mastodon', 1);
    const exported = async () => exportEnd(ws, (await exportOf(ws, 'mastodon')).body.id);
    const before = await exported();
    await comment(ws, 'mastodon', post?.platformId as string, 'My secret');
    const after = await exported();
    const [{ author_id: person }] = await service.sql('select author_id from export_comments where export_id = $1', [
      after.id,
    ]);
    await service.sql(`insert into erasures (tenant_id, id, platform, person_id) values ($1, 'code', 'mastodon', $2)`, [
      ws.tenantId,
      person,
    ]);
    await until(async () => (await rowOf(after.id)).due_at === null, 'the export has ended');
    expect((await ws.api.get(`/v1/exports/${after.id}`)).body.result).toBeUndefined();
    expect((await fetch(before.result.jsonl_url)).status).toBe(200);
    expect((await filesOf(service, ws)).every((name) => name.includes(before.id))).toBe(true);
  });

  test('an export after an erasure holds nothing of the person and no answer to them, but what they wrote since', async () => {
    const ws = await service.workspace({ plan: 'enterprise', platforms: ['facebook'] });
    const { platformId: account } = accountOf(ws, 'facebook');
    const [post] = await examplePosts(ws, 'facebook', 1);
    const postId = post?.platformId as string;
    const writes = (username: string, text: string, silent = false) =>
      ws.control('POST', 'strangers', {
        ...{ platform: 'facebook', account, action: 'comment', post_id: postId },
        ...{ username, text, silent },
      });
    const theirs = await writes('zofia.walker', 'My secret');
    await writes('zofia.walker', 'Never read before', true);
    await writes('somebody.else', 'I stay');
    const [row] = await until(async () => {
      const rows = await service.sql('select * from comments where tenant_id = $1 and platform_id = $2', [
        ws.tenantId,
        theirs.platform_id,
      ]);
      return rows.length > 0 && rows;
    }, 'it arrived');
    const answer = { account_id: row.account_id, comment_id: row.id, text: 'Our answer' };
    expect((await ws.api.post(`/v1/inbox/comments/${postId}`, answer)).status).toBe(200);
    await service.sql(`insert into erasures (tenant_id, id, platform, person_id) values ($1, 'code', 'facebook', $2)`, [
      ws.tenantId,
      row.author.id,
    ]);
    await until(
      async () => (await service.sql(`select 1 from erasures where id = 'code' and done_at is null`)).length === 0,
      'everything is erased',
    );

    const exported = async () => {
      const done = await exportEnd(ws, (await exportOf(ws, 'facebook')).body.id);
      const file = await (await fetch(done.result.jsonl_url)).text();
      const stored = await service.sql('select author_id, text from export_comments where export_id = $1', [done.id]);
      return { texts: stored.map(({ text }) => text).sort(), everything: JSON.stringify([done, stored, file]) };
    };
    const first = await exported();
    expect(first.texts).toEqual(['I stay']);
    for (const word of ['My secret', 'Never read', 'Our answer', row.author.id])
      expect(first.everything).not.toContain(word);
    await ws.api.post('/v1/test/clock', { advance: 'PT1H' });
    await writes('zofia.walker', 'I am back');
    expect((await exported()).texts).toEqual(['I am back', 'I stay']);
  });

  test('a cancelled export leaves nothing, although its process died while it wrote', async () => {
    const ws = await service.workspace({ platforms: ['mastodon'] });
    await examplePosts(ws, 'mastodon', 1);
    await holdList(ws, 'mastodon');
    const { body: made } = await exportOf(ws, 'mastodon');
    const call = await heldCall(ws);
    const key = `${ws.tenantId}/${made.id}.excel`;
    await orphan(ws, key);
    await ws.api.post(`/v1/exports/${made.id}/cancel`);
    await ws.control('POST', `held/${call}/release`, {});
    await until(async () => (await rowOf(made.id)).due_at === null, 'nothing is left to do');
    expect([await filesOf(service, ws), await contentOf(service, made.id)]).toEqual([[], { items: 0, comments: 0 }]);
  });
});

/** A file as a process that died leaves it. */
async function orphan({ tenantId }: TestWorkspace, key: string): Promise<void> {
  const folder = join(service.dataDir, 'media');
  await mkdir(join(folder, tenantId), { recursive: true });
  await writeFile(join(folder, key), 'half');
}
