import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiResponse,
  type Body,
  type Client,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import {
  accountOf,
  comment,
  fault,
  keyMadeBy,
  makeDue,
  rejection,
  targetsOn,
  visitor,
  waiting,
} from '../../../test/steps.ts';
import { sample } from '../../scenes/post.ts';

let service: TestService;
let ws: TestWorkspace;
/** Sends nothing alone. */
let planner: Client;
let lead: Browser;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  const platforms = ['mastodon', 'facebook', 'youtube', 'google', 'whatsapp'] as const;
  ws = await service.workspace({ plan: 'enterprise', platforms });
  lead = await signedIn(service, ws, { role: 'admin' });
  planner = await keyMadeBy(ws.api, service, { sending: 'held' });
}, 60_000);
afterAll(() => service?.close());

const later = (hours = 24) => new Date(Date.now() + hours * 3_600_000).toISOString();
const idOf = ({ body, status, text }: ApiResponse): string => {
  expect(status, text).toBe(202);
  return body.held_id ?? body.held.id;
};
const heldOf = async (id: string, by: Client = lead): Promise<Body> => (await by.get(`/v1/held/${id}`)).body;
async function approve(id: string, by: Client = lead): Promise<ApiResponse> {
  return by.post(`/v1/held/${id}/approve`, { fingerprint: (await heldOf(id)).fingerprint }, waiting);
}

/** The effects of accounts on their platforms since an entry of the ledger, without signing in. */
async function effects(after = 0, of = ws): Promise<Body[]> {
  const { entries } = await of.control('GET', `ledger?after=${after}`);
  return entries.filter(({ kind }: Body) => !['access', 'refresh'].includes(kind));
}
const lastSeq = async (of = ws) => (await of.control('GET', 'ledger')).entries.at(-1)?.seq ?? 0;

const publish = async (platform: string, text: string): Promise<Body> =>
  (await ws.api.post('/v1/posts', { text, targets: targetsOn(ws, platform), publish_now: true }, waiting)).body;

/** A comment below the post, with its path. */
async function said(post: Body, text: string): Promise<string> {
  const { platform, platform_post_id } = post.targets[0];
  const platformId = await comment(ws, platform, platform_post_id, text);
  const { data } = (await ws.api.get(`/v1/inbox/comments/${post.id}?refresh=true&limit=100`)).body;
  return `/v1/inbox/comments/${post.id}/${data.find((row: Body) => row.platform_id === platformId).id}`;
}

async function template(): Promise<Body> {
  const { id, platformId } = accountOf(ws, 'whatsapp');
  const path = `/v1/platforms/whatsapp/accounts/${id}`;
  const made = {
    name: 'order',
    language: 'en_US',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'It comes.' }],
  };
  const { body } = await ws.api.post(`${path}/templates`, made);
  const decision = { platform: 'whatsapp', account: platformId, action: 'decide', about: body.id, text: 'APPROVED' };
  await ws.control('POST', 'strangers', decision);
  return { path: `${path}/send-template`, input: { to: '16505551234', template_name: 'order', language: 'en_US' } };
}

test('no door of a held key leads to a platform; each approval leads there once', async () => {
  const on = (platform: string, more: object) => ({ targets: targetsOn(ws, platform), ...more });
  const [edited, down, deleted, talk] = [
    await publish('mastodon', 'To be edited'),
    await publish('mastodon', 'To be taken down'),
    await publish('mastodon', 'To be deleted'),
    await publish('facebook', 'Talk'),
  ];
  await fault(ws, 'mastodon', rejection);
  const failed = await publish('mastodon', 'To be retried');
  const [asked, chance, rude] = [await said(talk, 'Open?'), await said(talk, 'Psst'), await said(talk, 'Bah')];
  await visitor(ws, 'google', 'review', { text: 'Lovely', rating: 5 });
  const [review] = (await ws.api.get('/v1/inbox/reviews?refresh=true')).body.data;
  const sent = await template();
  const draft = (await planner.post('/v1/posts', on('mastodon', { text: 'By publish' }))).body;
  const video = { text: 'Film', title: 'Film', media: [sample('sample.mp4')], publish_now: true };
  const hour = later(48);

  const doors: Record<
    string,
    { ask: () => Promise<ApiResponse>; count?: number; makesDue?: (answer: Body) => unknown }
  > = {
    publish_now: { ask: () => planner.post('/v1/posts', on('mastodon', { text: 'At once', publish_now: true })) },
    thread: {
      ask: () =>
        planner.post('/v1/posts', on('mastodon', { text: 'One', segments: ['Two', 'Three'], publish_now: true })),
      count: 3,
    },
    first_comment: {
      ask: () => planner.post('/v1/posts', on('facebook', { text: 'With', first_comment: 'First', publish_now: true })),
      count: 2,
    },
    schedule: {
      ask: () => planner.post('/v1/posts', on('mastodon', { text: 'At its time', scheduled_at: later() })),
      makesDue: ({ id }) => makeDue(service, id, accountOf(ws, 'mastodon').id),
    },
    publish: { ask: () => planner.post(`/v1/posts/${draft.id}/publish`) },
    youtube_publish_at: {
      ask: () =>
        planner.post('/v1/posts', on('youtube', { ...video, platform_data: { youtube: { publish_at: hour } } })),
    },
    retry: { ask: () => planner.post(`/v1/posts/${failed.id}/retry`) },
    edit: { ask: () => planner.patch(`/v1/posts/${edited.id}`, { text: 'Edited' }) },
    unpublish: { ask: () => planner.post(`/v1/posts/${down.id}/unpublish`, {}) },
    delete: { ask: () => planner.delete(`/v1/posts/${deleted.id}`) },
    reply: {
      ask: () => planner.post(`/v1/inbox/comments/${talk.id}`, { text: 'Yes.', comment_id: asked.split('/').at(-1) }),
    },
    like: { ask: () => planner.post(`${asked}/like`) },
    hide: { ask: () => planner.post(`${rude}/hide`, {}) },
    private_reply: { ask: () => planner.post(`${chance}/private-reply`, { text: 'Tell us' }) },
    delete_comment: { ask: () => planner.delete(chance) },
    review: { ask: () => planner.post(`/v1/inbox/reviews/${review.id}/reply`, { text: 'Thank you' }) },
    template: { ask: () => planner.post(sent.path, sent.input) },
  };
  const start = await lastSeq();
  const ids: Record<string, string> = {};
  for (const [name, { ask }] of Object.entries(doors)) ids[name] = idOf(await ask());
  expect(await effects(start)).toEqual([]);

  for (const [name, { count = 1, makesDue }] of Object.entries(doors)) {
    const before = await lastSeq();
    const done = await approve(ids[name] as string);
    expect([name, done.status < 300, done.text]).toEqual([name, true, done.text]);
    await makesDue?.(done.body);
    await until(async () => (await effects(before)).length >= count, `${name} is done`);
    expect([name, (await effects(before)).length]).toEqual([name, count]);
    expect((await approve(ids[name] as string)).status, name).toBeLessThan(300);
  }
  const total = Object.values(doors).reduce((sum, { count = 1 }) => sum + count, 0);
  expect(await effects(start)).toHaveLength(total);
}, 60_000);

test('500 rows of a file wait, and leave after they were approved in bulk', async () => {
  const { id } = accountOf(ws, 'mastodon');
  const rows = Array.from({ length: 500 }, (_, row) => `Row ${row},${id},${later(24 + row)}`);
  const form = new FormData();
  form.set('file', new Blob([['text,account_ids,scheduled_at', ...rows].join('\n')]), 'a.csv');
  const before = await lastSeq();
  const imported = await planner.post('/v1/posts/import', form);
  expect(imported.body).toMatchObject({ created: 500, failed: 0 });
  const due =
    "select count(*)::int as count from actions where tenant_id = $1 and due_at is not null and kind = 'publish'";
  const queued = async () => (await service.sql(due, [ws.tenantId]))[0].count;
  expect(await queued()).toBe(0);
  for (let batch = 1; batch <= 5; batch += 1) {
    const { data } = (await lead.get('/v1/held?kind=post&limit=100')).body;
    const items = data.map((row: Body) => ({ id: row.id, fingerprint: row.fingerprint }));
    const decided = (await lead.post('/v1/held/bulk', { items, decision: 'approve' })).body.data;
    expect(decided.filter(({ success }: Body) => success)).toHaveLength(100);
    expect(await queued()).toBe(batch * 100);
  }
  expect(await effects(before)).toEqual([]);
}, 60_000);

test('wrong approvals carry out nothing; of two at once one does', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'facebook', 'bluesky'] });
  const boss = await signedIn(service, own, { role: 'admin' });
  const author = await keyMadeBy(boss, service, { sending: 'held' });
  const make = (text: string, by: Client = author, platform = 'mastodon') =>
    by.post('/v1/posts', { text, targets: targetsOn(own, platform), publish_now: true });
  const [one, two, gone] = [await make('One'), await make('Two'), await make('Gone', author, 'bluesky')].map(
    ({ body }) => body,
  );
  const decide = (by: Client, id: string, fingerprint: string) =>
    by.post(`/v1/held/${id}/approve`, { fingerprint }, waiting);
  const { id, fingerprint } = one.held;
  // The key that wrote it, a key and a person without the right, and the other post's fingerprint.
  const heldWithRight = await keyMadeBy(boss, service, { sending: 'held', can_approve: true });
  const editor = await signedIn(service, own, { role: 'editor' });
  for (const by of [author, own.api, heldWithRight, editor])
    expect((await decide(by, id, fingerprint)).status).toBe(403);
  expect(await decide(boss, id, two.held.fingerprint)).toMatchObject({
    status: 409,
    body: { detail_code: 'held.changed_meanwhile' },
  });
  // One's own, where the brand approves.
  const brand = (await own.api.get('/v1/accounts')).body.data.find((row: Body) => row.platform === 'facebook').brand_id;
  await boss.patch(`/v1/brands/${brand}`, { approval: true });
  const mine = (await make('Mine', boss, 'facebook')).body;
  expect(await decide(boss, mine.held.id, mine.held.fingerprint)).toMatchObject({
    status: 403,
    body: { detail_code: 'held.own' },
  });
  // After the window has closed, and after the account has left.
  await visitor(own, 'facebook', 'message', { text: 'Open?' });
  const chat = await until(async () => (await own.api.get('/v1/inbox/conversations')).body.data[0], 'it arrives');
  const message = idOf(await author.post(`/v1/inbox/conversations/${chat.id}/messages`, { text: 'Yes' }));
  const seen = (await boss.get(`/v1/held/${message}`)).body.fingerprint;
  await own.api.post('/v1/test/clock', { advance: 'PT25H' });
  expect((await decide(boss, message, seen)).status).toBeGreaterThanOrEqual(400);
  await own.api.delete(`/v1/accounts/${accountOf(own, 'bluesky').id}`);
  expect((await decide(boss, gone.held.id, gone.held.fingerprint)).status).toBeGreaterThanOrEqual(400);
  expect(await effects(0, own)).toEqual([]);

  // The brand approves meanwhile, so the maker of the key counts as the author.
  expect(await decide(boss, id, fingerprint)).toMatchObject({ status: 403, body: { detail_code: 'held.own' } });
  const others = [await signedIn(service, own, { role: 'admin' }), await signedIn(service, own, { role: 'owner' })];
  const both = await Promise.all(others.map((by) => decide(by, id, fingerprint)));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  await until(async () => (await effects(0, own)).length > 0, 'it is published');
  expect(await effects(0, own)).toMatchObject([{ kind: 'post', text: 'One' }]);
}, 60_000);
