import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { signedIn } from '../../../test/people.ts';
import { accountOf, ledgerOf, targetsOn } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let planner: Client;
let approver: Client;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'bluesky'] });
  planner = await keyOf(ws, { sending: 'held' });
  approver = await signedIn(service, ws, { role: 'admin' });
});
afterAll(() => service?.close());

async function keyOf(of: TestWorkspace, rights: object): Promise<Client> {
  const { body } = await of.api.post('/v1/keys', { name: 'Planner', ...rights });
  return createClient(service.url, body.raw_key);
}

const later = (ms = 3_600_000) => new Date(Date.now() + ms).toISOString();
const heldOf = async (post: Body) => (await approver.get(`/v1/held/${post.held.id}`)).body;
const approve = (row: Body, more: object = {}) =>
  approver.post(`/v1/held/${row.id}/approve`, { fingerprint: row.fingerprint, ...more });

describe('a post of an actor that sends nothing alone', () => {
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

test('a reply waits, is joined by an equal one, and is sent once in its author’s name', async () => {
  const { id } = accountOf(ws, 'mastodon');
  expect(id).toMatch(/^acc_/);
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
});
