import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { signedIn } from '../../../test/people.ts';
import {
  accountOf,
  comment,
  eventsOf,
  fault,
  keyMadeBy,
  ledgerOf,
  rejection,
  targetsOn,
  visitor,
  waiting,
} from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let planner: Client;
let approver: Client;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'bluesky'] });
  planner = await keyMadeBy(ws.api, service, { sending: 'held' });
  approver = await signedIn(service, ws, { role: 'admin' });
});
afterAll(() => service?.close());

const later = (ms = 3_600_000) => new Date(Date.now() + ms).toISOString();
const heldOf = async (post: Body) => (await approver.get(`/v1/held/${post.held.id}`)).body;
const approve = (row: Body, more: object = {}) =>
  approver.post(`/v1/held/${row.id}/approve`, { fingerprint: row.fingerprint, ...more });

describe('approve_held, reject_held, request_changes: a post of an actor that sends nothing alone', () => {
  test('waits as a draft with its time, uncharged, and is scheduled by an approval', async () => {
    const used = (await ws.api.get('/v1/usage')).body.posts_used;
    const scheduled_at = later();
    const made = await planner.post('/v1/posts', { text: 'Plum', targets: targetsOn(ws, 'mastodon'), scheduled_at });
    expect(made).toMatchObject({
      status: 202,
      body: {
        status: 'draft',
        scheduled_at,
        held: { kind: 'post', state: 'waiting', reason: 'sending', due_at: scheduled_at },
      },
    });
    expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(used);
    const row = await heldOf(made.body);
    expect(row).toMatchObject({
      post_id: made.body.id,
      preview: 'Plum',
      cost: { posts: 1 },
      fingerprint: made.body.held.fingerprint,
    });
    expect(await planner.post(`/v1/held/${row.id}/approve`, { fingerprint: row.fingerprint })).toMatchObject({
      status: 403,
    });
    const done = await approve(row);
    expect(done).toMatchObject({ status: 200, body: { status: 'scheduled', scheduled_at } });
    expect(done.body.held).toBeUndefined();
    expect((await ws.api.get(`/v1/posts/${made.body.id}`)).body).toMatchObject({
      status: 'scheduled',
      review: { decision: 'approved', by: { type: 'user' } },
      created_by: { type: 'key' },
    });
    expect((await ws.api.get('/v1/usage')).body.posts_used).toBe(used + 1);
    expect(await approve(row)).toMatchObject({ status: 200, body: { status: 'scheduled' } });
  });

  test('a change makes another version: the old fingerprint is 409, the new one publishes once', async () => {
    const made = (
      await planner.post('/v1/posts', { text: 'One', targets: targetsOn(ws, 'mastodon'), publish_now: true })
    ).body;
    const old = await heldOf(made);
    expect((await planner.patch(`/v1/posts/${made.id}`, { text: 'Two' })).status).toBe(202);
    expect(await approve(old)).toMatchObject({
      status: 409,
      body: { detail_code: 'held.changed_meanwhile', meta: { changes: ['text'] } },
    });
    const [first, second] = await Promise.all([heldOf(made), heldOf(made)].map(async (row) => approve(await row)));
    expect([first?.status, second?.status]).toContain(201);
    await until(async () => (await ws.api.get(`/v1/posts/${made.id}`)).body.status === 'published', 'it is published');
    const sent = (await ledgerOf(ws, 'mastodon')).filter((entry) => JSON.stringify(entry).includes('Two'));
    expect(sent).toHaveLength(1);
  });

  test('request-changes keeps the time; the next change waits again; reject takes the time', async () => {
    const made = (
      await planner.post('/v1/posts', { text: 'Long', targets: targetsOn(ws, 'mastodon'), scheduled_at: later() })
    ).body;
    const row = await heldOf(made);
    expect(await approver.post(`/v1/held/${row.id}/request-changes`, { note: 'Shorter.' })).toMatchObject({
      status: 200,
      body: { state: 'changes_requested', note: 'Shorter.' },
    });
    expect((await planner.get(`/v1/posts/${made.id}`)).body).toMatchObject({
      status: 'draft',
      scheduled_at: made.scheduled_at,
      review: { decision: 'changes_requested', note: 'Shorter.' },
    });
    const again = (await planner.patch(`/v1/posts/${made.id}`, { text: 'Short' })).body;
    expect(again.held).toMatchObject({ state: 'waiting' });
    expect(again.held.id).not.toBe(row.id);
    await approver.post(`/v1/held/${again.held.id}/reject`, {});
    const end = (await planner.get(`/v1/posts/${made.id}`)).body;
    expect(end).toMatchObject({ status: 'draft', review: { decision: 'rejected' } });
    expect([end.held, end.scheduled_at]).toEqual([undefined, undefined]);
  });
});

describe('what an actor would answer that sends nothing alone', () => {
  let postId: string;
  let commentId: string;
  beforeAll(async () => {
    const { body } = await ws.api.post(
      '/v1/posts',
      { text: 'Cake', targets: targetsOn(ws, 'mastodon'), publish_now: true },
      waiting,
    );
    postId = body.id;
    await comment(ws, 'mastodon', body.targets[0].platform_post_id, 'Is there any left?');
    const [first] = (await ws.api.get(`/v1/inbox/comments/${postId}?account_id=${accountOf(ws, 'mastodon').id}`)).body
      .data;
    commentId = first.id;
  });
  const reply = (text: string, more: object = {}, by = planner) =>
    by.post(`/v1/inbox/comments/${postId}`, {
      text,
      comment_id: commentId,
      account_id: accountOf(ws, 'mastodon').id,
      ...more,
    });
  const repliesWith = async (text: string) =>
    (await ledgerOf(ws, 'mastodon', 'reply')).filter((entry) => JSON.stringify(entry).includes(text));

  test('list_held and get_held show a reply; an equal one joins it; an approval sends it once in its author’s name', async () => {
    const first = await reply('Yes, two.');
    expect(first).toMatchObject({
      status: 202,
      body: { success: true, comment_id: '', status: 'waiting', held_id: expect.stringMatching(/^held_/) },
    });
    expect((await reply('Yes, two.')).body.held_id).toBe(first.body.held_id);
    const { data } = (await approver.get('/v1/held?kind=reply&sort=due')).body;
    expect(data).toMatchObject([
      { id: first.body.held_id, kind: 'reply', preview: 'Yes, two.', cost: { interactions: 1 } },
    ]);
    expect((await approver.get(`/v1/held/${first.body.held_id}`)).body).toEqual(data[0]);
    expect(await repliesWith('Yes, two.')).toHaveLength(0);
    const done = await Promise.all([approve(data[0]), approve(data[0])]);
    expect(done.map(({ status }) => status)).toContain(200);
    await until(async () => (await repliesWith('Yes, two.')).length > 0, 'it is sent');
    expect(await repliesWith('Yes, two.')).toHaveLength(1);
    expect((await approver.get(`/v1/held/${first.body.held_id}`)).body).toMatchObject({
      state: 'approved',
      decided_by: { type: 'user' },
      created_by: { type: 'key', name: 'Planner' },
    });
  });

  test('withdraw_held ends it; who neither wrote it nor may decide cannot', async () => {
    const { held_id: id } = (await reply('Perhaps.')).body;
    const reader = await signedIn(service, ws, { role: 'editor' });
    expect((await reader.delete(`/v1/held/${id}`)).status).toBe(403);
    expect(await planner.delete(`/v1/held/${id}`)).toMatchObject({ status: 200, body: { state: 'withdrawn' } });
    expect(await approver.post(`/v1/held/${id}/reject`, {})).toMatchObject({
      status: 409,
      body: { meta: { state: 'withdrawn' } },
    });
  });

  test('an idempotency key answers the present state', async () => {
    const headers = { headers: { 'idempotency-key': 'held-reply' } };
    const send = () =>
      planner.post(
        `/v1/inbox/comments/${postId}`,
        { text: 'Keyed', comment_id: commentId, account_id: accountOf(ws, 'mastodon').id },
        headers,
      );
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    await approver.post(`/v1/held/${first.body.held_id}/reject`, { note: 'No.' });
    expect(await send()).toMatchObject({ status: 202, body: { status: 'rejected' } });
  });

  test('decide_held_bulk decides one by one and says what it could not', async () => {
    const made = await Promise.all(['Bulk one', 'Bulk two'].map((text) => reply(text)));
    const items = await Promise.all(
      made.map(async ({ body }) => (await approver.get(`/v1/held/${body.held_id}`)).body),
    );
    const { body } = await approver.post('/v1/held/bulk', {
      items: [
        ...items.map(({ id, fingerprint }: Body) => ({ id, fingerprint })),
        { id: 'held_none', fingerprint: 'x' },
      ],
      decision: 'approve',
    });
    expect(body.data).toMatchObject([{ success: true }, { success: true }, { success: false, code: 'not_found' }]);
    await until(async () => (await repliesWith('Bulk two')).length === 1, 'both are sent');
  });

  test('every operation that leaves waits: the platforms get no call', async () => {
    const calls = async () => (await ws.control('GET', 'calls')).calls.length;
    const before = await calls();
    const answers = await Promise.all([
      planner.post(`/v1/posts/${postId}/unpublish`, {}),
      planner.delete(`/v1/posts/${postId}`),
      planner.patch(`/v1/posts/${postId}`, { text: 'Other cake' }),
      planner.post(`/v1/inbox/comments/${postId}/${commentId}/like`, { account_id: accountOf(ws, 'mastodon').id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(await calls()).toBe(before);
    expect((await ws.api.get(`/v1/posts/${postId}`)).body).toMatchObject({
      status: 'published',
      text: 'Cake',
      held: { state: 'waiting' },
    });
  });
});

test('a post that is missed can be approved with a new time; a dry run says what a request would wait for', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
  const author = await keyMadeBy(own.api, service, { sending: 'held' });
  const lead = await signedIn(service, own, { role: 'admin' });
  const request = { text: 'Soon', targets: targetsOn(own, 'mastodon'), scheduled_at: later() };
  expect((await author.post('/v1/posts?dry_run=true', request)).body).toMatchObject({
    dry_run: true,
    held: { reason: 'sending' },
  });
  const { held } = (await author.post('/v1/posts', request)).body;
  await own.api.post('/v1/test/clock', { advance: 'PT2H' });
  await until(async () => (await lead.get(`/v1/held/${held.id}`)).body.state === 'missed', 'it is missed');
  expect((await eventsOf(own.api)).map(({ type }) => type)).toContain('held.missed');
  const decide = (more: object) => lead.post(`/v1/held/${held.id}/approve`, { fingerprint: held.fingerprint, ...more });
  expect(await decide({})).toMatchObject({ status: 409, body: { detail_code: 'held.missed' } });
  expect((await decide({ publish_now: true })).body).toMatchObject({ status: expect.stringMatching(/^publish/) });
});

test('what was approved with its time leaves at that time', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
  const author = await keyMadeBy(own.api, service, { sending: 'held' });
  const lead = await signedIn(service, own, { role: 'admin' });
  const request = { text: 'At six', targets: targetsOn(own, 'mastodon'), scheduled_at: later() };
  const { id, held } = (await author.post('/v1/posts', request)).body;
  const done = await lead.post(`/v1/held/${held.id}/approve`, { fingerprint: held.fingerprint });
  expect(done.body.status).toBe('scheduled');
  expect(await ledgerOf(own, 'mastodon')).toEqual([]);
  await own.api.post('/v1/test/clock', { advance: 'PT2H' });
  await until(async () => (await own.api.get(`/v1/posts/${id}`)).body.status === 'published', 'it is published');
});

test('a retry that waits follows the post: the fingerprint of the text that was seen sends no other', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
  const author = await keyMadeBy(own.api, service, { sending: 'held' });
  const lead = await signedIn(service, own, { role: 'admin' });
  await fault(own, 'mastodon', rejection);
  const request = { text: 'Seen', targets: targetsOn(own, 'mastodon'), publish_now: true };
  const { id } =
    (await own.api.post('/v1/posts', request, waiting)).body.post ?? (await own.api.get('/v1/posts')).body.data[0];
  const made = await author.post(`/v1/posts/${id}/retry`);
  expect(made).toMatchObject({ status: 202, body: { status: 'failed', retry_count: 0, held: { kind: 'retry' } } });
  const row = (await lead.get(`/v1/held/${made.body.held.id}`)).body;
  expect(row.preview).toBe('Seen');
  expect((await author.patch(`/v1/posts/${id}`, { text: 'Not seen' })).status).toBe(200);
  const decide = (fingerprint: string) => lead.post(`/v1/held/${row.id}/approve`, { fingerprint });
  expect(await decide(row.fingerprint)).toMatchObject({ status: 409, body: { meta: { changes: ['text'] } } });
  expect(await ledgerOf(own, 'mastodon')).toEqual([]);
  const again = (await lead.get(`/v1/held/${row.id}`)).body;
  expect(again.preview).toBe('Not seen');
  expect((await decide(again.fingerprint)).status).toBe(200);
});

test('an approver’s own change approves the version that it makes', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
  const author = await keyMadeBy(own.api, service, { sending: 'held' });
  const lead = await signedIn(service, own, { role: 'admin' });
  const request = { text: 'Old', targets: targetsOn(own, 'mastodon'), scheduled_at: later() };
  const { id, held } = (await author.post('/v1/posts', request)).body;
  expect((await lead.patch(`/v1/posts/${id}`, { text: 'New' })).body.status).toBe('scheduled');
  const row = (await lead.get(`/v1/held/${held.id}`)).body;
  expect(row).toMatchObject({ state: 'approved', preview: 'New', decided_by: { type: 'user' } });
  expect(row.fingerprint).not.toBe(held.fingerprint);
  const stale = await lead.post(`/v1/held/${held.id}/approve`, { fingerprint: held.fingerprint });
  expect(stale).toMatchObject({ status: 409, body: { meta: { state: 'approved' } } });
});

test('a message expires with its window; every decision is an event', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['facebook'] });
  const author = await keyMadeBy(own.api, service, { sending: 'held' });
  await visitor(own, 'facebook', 'message', { text: 'Are you open?' });
  const conversation = await until(
    async () => (await own.api.get('/v1/inbox/conversations')).body.data[0],
    'it arrives',
  );
  const sent = await author.post(`/v1/inbox/conversations/${conversation.id}/messages`, { text: 'Yes.' });
  expect(sent.status).toBe(202);
  expect((await own.api.get('/v1/held?sort=window')).body.data).toMatchObject([
    { kind: 'message', item_id: conversation.id, window_closes_at: conversation.window_closes_at },
  ]);
  await own.api.post('/v1/test/clock', { advance: 'PT25H' });
  const { held_id: id } = sent.body;
  await until(async () => (await own.api.get(`/v1/held/${id}`)).body.state === 'expired', 'it expires');
  const seen = new Set([...(await eventsOf(ws.api)), ...(await eventsOf(own.api))].map(({ type }) => type));
  for (const type of ['held.created', 'held.approved', 'held.rejected', 'held.changes_requested', 'held.withdrawn'])
    expect([type, seen.has(type)]).toEqual([type, true]);
  expect(seen.has('held.expired')).toBe(true);
});

test('a CSV of an actor that sends nothing alone becomes drafts that wait', async () => {
  const form = new FormData();
  form.set(
    'file',
    new Blob([
      `text,account_ids,scheduled_at\nOne,${accountOf(ws, 'mastodon').id},${later()}\nTwo,${accountOf(ws, 'mastodon').id},\n`,
    ]),
    'a.csv',
  );
  const { body } = await planner.post('/v1/posts/import', form);
  expect(body).toMatchObject({
    created: 2,
    posts: [{ status: 'draft', held: { state: 'waiting' } }, { status: 'draft' }],
  });
  expect(body.posts[1].held).toBeUndefined();
});

test('a brand with approval holds the posts of everybody until somebody else decides', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
  const [{ brand_id: brand }] = (await own.api.get('/v1/accounts')).body.data;
  const root = own.api;
  const before = (
    await root.post('/v1/posts', { text: 'Before', targets: targetsOn(own, 'mastodon'), scheduled_at: later() })
  ).body;
  expect(await root.patch(`/v1/brands/${brand}`, { approval: true })).toMatchObject({ status: 403 });
  const lead = await signedIn(service, own, { role: 'admin' });
  expect(await lead.patch(`/v1/brands/${brand}?dry_run=true`, { approval: true })).toMatchObject({
    body: { held_count: 1 },
  });
  expect(await lead.patch(`/v1/brands/${brand}`, { approval: true })).toMatchObject({
    status: 200,
    body: { approval: true, held_count: 1 },
  });
  const waiting = (await root.get(`/v1/posts/${before.id}`)).body;
  expect(waiting).toMatchObject({ status: 'draft', held: { reason: 'brand' }, scheduled_at: before.scheduled_at });
  const made = await root.post('/v1/posts', { text: 'After', targets: targetsOn(own, 'mastodon'), publish_now: true });
  expect(made).toMatchObject({ status: 202, body: { held: { reason: 'brand' } } });
  expect(await root.post(`/v1/posts/${made.body.id}/publish`)).toMatchObject({
    status: 409,
    body: { meta: { held_id: made.body.held.id } },
  });
  const mine = await lead.post('/v1/posts', { text: 'Mine', targets: targetsOn(own, 'mastodon'), publish_now: true });
  expect(mine.status).toBe(202);
  const decide = (by: Client, post: Body) =>
    by.post(`/v1/held/${post.held.id}/approve`, { fingerprint: post.held.fingerprint });
  expect(await decide(lead, mine.body)).toMatchObject({ status: 403, body: { detail_code: 'held.own' } });
  expect((await decide(lead, made.body)).status).toBeLessThan(300);
  expect(await decide(lead, waiting)).toMatchObject({ status: 200, body: { status: 'scheduled' } });
  expect((await lead.patch(`/v1/brands/${brand}`, { self_approval: true })).status).toBe(200);
  expect((await decide(lead, mine.body)).status).toBeLessThan(300);
  await lead.patch(`/v1/brands/${brand}`, { approval: false });
  expect(
    (await root.post('/v1/posts', { text: 'Free', targets: targetsOn(own, 'mastodon'), publish_now: true })).status,
  ).toBe(201);
});
