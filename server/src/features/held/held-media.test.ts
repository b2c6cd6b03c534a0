import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { signedIn } from '../../../test/people.ts';
import { accountOf, keyMadeBy, ledgerOf, targetsOn, visitor, waiting } from '../../../test/steps.ts';
import { type Behaviour, proxyOf } from '../media/sources.fixture.ts';

/** The files at addresses, by name; without one it is 404. */
const files = new Map<string, Buffer>();
const lying =
  (name: string): Behaviour =>
  (_, response) => {
    const file = files.get(name);
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'image/jpeg' }).end(file);
  };
const proxy = proxyOf({ one: lying('one'), two: lying('two') });
const at = (name: string) => ({ source_type: 'url', source: `https://simulator.test/files/${name}.jpg` });

let service: TestService;
let ws: TestWorkspace;
let planner: Client;
let approver: Client;
let first: Buffer;
let other: Buffer;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { throughSimulator: (url) => proxy.listen(url) });
  ws = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'facebook'] });
  planner = await keyMadeBy(ws.api, service, { sending: 'held' });
  approver = await signedIn(service, ws, { role: 'admin' });
  const load = async (name: string) => Buffer.from(await (await fetch(`${ws.pages}/files/${name}`)).arrayBuffer());
  [first, other] = await Promise.all([load('sample.jpg'), load('sample.png')]);
});
afterAll(async () => {
  await service?.close();
  proxy.close();
});

const later = () => new Date(Date.now() + 3_600_000).toISOString();
const sha = (bytes: Buffer | Uint8Array) => hash('sha256', bytes);
const postWith = (media: object[], more: object = {}) => ({
  text: `Plum ${Math.random()}`,
  media,
  targets: targetsOn(ws, 'mastodon'),
  scheduled_at: later(),
  ...more,
});
const approve = ({ id, fingerprint }: Body, more: object = {}) =>
  approver.post(`/v1/held/${id}/approve`, { fingerprint, ...more }, waiting);
const storage = async () => (await ws.api.get('/v1/media/storage')).body;
/** The digest of what a platform got or loads in its last effect of a kind. */
async function receivedOn(platform: string, kind = 'post'): Promise<string> {
  const entry = (await ledgerOf(ws, platform, kind)).at(-1);
  const url = entry?.media[0].url.replace('https://simulator.test', ws.pages);
  return sha(Buffer.from(await (await fetch(url)).arrayBuffer()));
}

test('the platform gets the bytes that were there when the post began to wait', async () => {
  files.set('one', first);
  const part = { text: 'And pears', media: [at('one')] };
  const made = await planner.post('/v1/posts', postWith([at('one')], { segments: [part] }));
  expect(made).toMatchObject({ status: 202, body: { media: [{ source_type: 'media_id' }] } });
  const [id] = made.body.media_ids;
  expect(made.body.segments).toMatchObject([{ media_ids: [id] }]);
  expect((await ws.api.get(`/v1/media/${id}`)).body).toMatchObject({ status: 'ready', size_bytes: first.length });
  expect(await storage()).toMatchObject({ used_bytes: first.length, count: 1 });
  files.set('one', other);
  expect((await approve(made.body.held, { publish_now: true })).body).toMatchObject({ status: 'published' });
  expect(await receivedOn('mastodon')).toBe(sha(first));
});

test('a change of the address’s content is another version; a draft is copied when it is to be published', async () => {
  files.set('one', first);
  const { body } = await planner.post('/v1/posts', postWith([at('one')]));
  files.set('one', other);
  const changed = (await planner.patch(`/v1/posts/${body.id}`, { media: [at('one')] })).body;
  expect(changed.media[0].source).not.toBe(body.media[0].source);
  expect(await approve(body.held)).toMatchObject({ status: 409, body: { meta: { changes: ['media'] } } });
  expect((await approve(changed.held, { publish_now: true })).body).toMatchObject({ status: 'published' });
  expect(await receivedOn('mastodon')).toBe(sha(other));

  const targets = targetsOn(ws, 'mastodon').map((target) => ({ ...target, media: [at('one')] }));
  const draft = (await planner.post('/v1/posts', postWith([], { targets, scheduled_at: undefined }))).body;
  expect(draft.targets).toMatchObject([{ media: [at('one')] }]);
  const waits = await planner.post(`/v1/posts/${draft.id}/publish`);
  expect(waits).toMatchObject({ status: 202, body: { targets: [{ media: [{ source_type: 'media_id' }] }] } });
});

test('a file that cannot be had is 400 with its field, and nothing stays', async () => {
  const before = await storage();
  const { body: draft } = await planner.post('/v1/posts', postWith([at('two')], { scheduled_at: undefined }));
  files.set('one', first);
  const targets = targetsOn(ws, 'mastodon').map((target) => ({ ...target, media: [at('two')] }));
  for (const [response, field] of [
    [await planner.post('/v1/posts', postWith([at('one'), at('two')])), 'media.1.source'],
    [await planner.post('/v1/posts', postWith([at('one')], { targets })), 'targets.0.media.0.source'],
    [await planner.patch(`/v1/posts/${draft.id}`, { scheduled_at: later() }), 'media.0.source'],
    [await planner.post(`/v1/posts/${draft.id}/publish`), 'media.0.source'],
  ] as const)
    expect(response).toMatchObject({ status: 400, body: { detail_code: 'media.not_fetched', meta: { field } } });
  expect(await storage()).toEqual(before);
  const { body } = await planner.get(`/v1/posts/${draft.id}`);
  expect([body.held, body.scheduled_at]).toEqual([undefined, undefined]);
});

test('what begins to wait without a request for it is approved only after its files were copied', async () => {
  files.delete('two');
  const form = new FormData();
  const line = `Two,${accountOf(ws, 'mastodon').id},${later()},${at('two').source}`;
  form.set('file', new Blob([`text,account_ids,scheduled_at,media_urls\n${line}\n`]), 'a.csv');
  const [post] = (await planner.post('/v1/posts/import', form)).body.posts;
  const row = async () => (await approver.get(`/v1/held/${post.held.id}`)).body;
  const { blocked_by } = await until(async () => ((await row()).blocked_by ? row() : undefined), 'it is tried');
  expect(blocked_by.message).toContain('404');
  expect(await approve(post.held)).toMatchObject({ status: 409, body: { detail_code: 'held.media_not_copied' } });
  files.set('two', first);
  await service.sql('update held set copy_due_at = now() where id = $1', [post.held.id]);
  await until(async () => (await row()).blocked_by === undefined, 'it is copied');
  expect(await approve(post.held)).toMatchObject({ status: 409, body: { meta: { changes: ['media'] } } });
  files.delete('two');
  expect((await approve(await row(), { publish_now: true })).body).toMatchObject({ status: 'published' });
  expect(await receivedOn('mastodon')).toBe(sha(first));
});

test('the attachment of a message is copied, and no media that something waiting needs can be deleted', async () => {
  await visitor(ws, 'facebook', 'message', { text: 'Have you a picture?' });
  const [{ id }] = await until(async () => {
    const { data } = (await ws.api.get('/v1/inbox/conversations')).body;
    return data.length > 0 ? data : undefined;
  }, 'it arrives');
  files.set('one', first);
  const before = await storage();
  const send = (name: string) =>
    planner.post(`/v1/inbox/conversations/${id}/messages`, { attachment_url: at(name).source });
  expect(await send('two')).toMatchObject({ status: 400, body: { meta: { field: 'attachment_url' } } });
  const { held_id: heldId } = (await send('one')).body;
  expect((await send('one')).body.held_id).toBe(heldId);
  expect((await storage()).count).toBe(before.count + 1);
  files.set('one', other);
  const [item] = (await ws.api.get('/v1/media?limit=1')).body.data;
  expect(await ws.api.delete(`/v1/media/${item.id}`)).toMatchObject({ status: 409, body: { meta: { id: heldId } } });
  expect((await approve((await approver.get(`/v1/held/${heldId}`)).body)).status).toBe(200);
  await until(async () => (await ledgerOf(ws, 'facebook', 'message')).length > 0, 'it is sent');
  expect(await receivedOn('facebook', 'message')).toBe(sha(first));
  expect((await ws.api.delete(`/v1/media/${item.id}`)).status).toBe(204);

  const { body: post } = await planner.post('/v1/posts', postWith([at('one')]));
  const meta = { id: post.id, resource: 'post' };
  const describe = () => ws.api.patch(`/v1/media/${post.media_ids[0]}`, { alt_text: 'Another cake' });
  expect(await describe()).toMatchObject({ status: 409, body: { meta: { ...meta, field: 'alt_text' } } });
  expect((await ws.api.patch(`/v1/media/${post.media_ids[0]}`, { folder: 'Cakes' })).status).toBe(200);
  expect((await approve(post.held)).status).toBe(200);
  expect((await describe()).status).toBe(409);
  expect(await ws.api.delete(`/v1/media/${post.media_ids[0]}`)).toMatchObject({ status: 409, body: { meta } });
});

test('scheduled posts whose brand turns its approval on are copied, too', async () => {
  files.set('one', first);
  const { body: post } = await ws.api.post('/v1/posts', postWith([at('one')]));
  expect(post).toMatchObject({ status: 'scheduled', media: [at('one')] });
  const [{ brand_id: brand }] = (await ws.api.get('/v1/accounts?platform=mastodon')).body.data;
  expect((await approver.patch(`/v1/brands/${brand}`, { approval: true })).body).toMatchObject({ held_count: 1 });
  const now = async () => (await ws.api.get(`/v1/posts/${post.id}`)).body;
  const { held } = await until(async () => {
    const row = await now();
    return row.media[0].source_type === 'media_id' ? row : undefined;
  }, 'it is copied');
  files.set('one', other);
  expect((await approve(held, { publish_now: true })).body).toMatchObject({ status: 'published' });
  expect(await receivedOn('mastodon')).toBe(sha(first));
});
