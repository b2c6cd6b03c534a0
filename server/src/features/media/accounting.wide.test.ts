import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { randomRuns, SEED } from '../../../test/random-runs.ts';

let service: TestService;
let jpeg: Buffer<ArrayBuffer>;

beforeAll(async () => {
  service = await startTestService();
  const { simulatorUrl } = await service.workspace();
  jpeg = Buffer.from(await (await fetch(`${simulatorUrl}/files/sample.jpg`)).arrayBuffer());
});
afterAll(() => service?.close());

const PROGRAMS = 12;

/** The sample with something behind its end. */
const sized = (more: number) => Buffer.concat([jpeg, Buffer.alloc(more)]);
const put = (url: string, body: Buffer<ArrayBuffer>) =>
  fetch(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body });

async function upload(ws: TestWorkspace, content: Uint8Array): Promise<Body> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(content)]), 'a.jpg');
  return (await ws.api.post('/v1/media/upload', form)).body;
}

type Step =
  | { readonly kind: 'upload' | 'ask' | 'put'; readonly at: number; readonly more: number }
  | { readonly kind: 'upload broken' | 'put broken' | 'verify' | 'delete' | 'expire' | 'give up'; readonly at: number };
const at = fc.nat(9);
const more = fc.nat(3000);
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('upload' as const, 'ask' as const, 'put' as const), at, more }),
    fc.record({
      kind: fc.constantFrom(...(['upload broken', 'put broken', 'verify', 'delete', 'expire', 'give up'] as const)),
      at,
    }),
  ),
  { minLength: 5, maxLength: 25 },
);

/** Does steps one after the other or all at once; whatever is rejected, nothing is a fault of ours. */
async function act(ws: TestWorkspace, step: Step, items: { id: string; url?: string }[]): Promise<void> {
  const item = items[step.at % Math.max(items.length, 1)];
  const seen = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBeLessThan(500);
  if (step.kind === 'upload') {
    const { media_id: id } = await upload(ws, sized(step.more));
    items.push({ id });
  } else if (step.kind === 'upload broken') await upload(ws, jpeg.subarray(0, 200));
  else if (step.kind === 'ask') {
    const size = step.more === 0 ? '' : `&size_bytes=${step.more}`;
    const { body } = await ws.api.get(`/v1/media/upload-url?media_type=image/jpeg&filename=a.jpg${size}`);
    items.push({ id: body.media_id, url: body.upload_url });
  } else if (item === undefined) return;
  else if (step.kind === 'verify') await seen(ws.api.post(`/v1/media/${item.id}/verify`));
  else if (step.kind === 'delete') await seen(ws.api.delete(`/v1/media/${item.id}`));
  else if (step.kind === 'expire')
    await service.sql(`update media set due_at = now() where id = $1 and status <> 'ready'`, [item.id]);
  else if (item.url === undefined) return;
  else if (step.kind === 'put') await seen(put(item.url, sized(step.more)));
  else if (step.kind === 'put broken') await seen(put(item.url, Buffer.from('hello')));
  else await fetch(item.url, { method: 'PUT', body: jpeg, signal: AbortSignal.timeout(1) }).catch(() => {});
}

async function assertCounted(ws: TestWorkspace): Promise<void> {
  // What is still to be swept is made due; then nothing but ready items is left anywhere.
  await service.sql(`update media set due_at = now() where tenant_id = $1 and status <> 'ready'`, [ws.tenantId]);
  const waiting = () =>
    service.sql(`select id from media where tenant_id = $1 and (due_at is not null or status = 'pending')`, [
      ws.tenantId,
    ]);
  await until(async () => (await waiting()).length === 0, 'the sweep has been there');
  const ready: Body[] = (await ws.api.get('/v1/media?limit=100')).body.data;
  const bytes = ready.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  expect((await ws.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: bytes, count: ready.length });
  const [held] = await service.sql('select storage_reserved_bytes::int as held from tenants where tenant_id = $1', [
    ws.tenantId,
  ]);
  expect(held).toEqual({ held: 0 });
  const served = await Promise.all(ready.map(async ({ url }) => (await (await fetch(url)).arrayBuffer()).byteLength));
  expect(served).toEqual(ready.map(({ size_bytes }) => size_bytes));
  const stored = readdirSync(join(service.dataDir, 'media'), { recursive: true, withFileTypes: true });
  const files = stored.filter((entry) => entry.isFile() && entry.parentPath.endsWith(ws.tenantId));
  expect(files.map(({ name }) => name).sort()).toEqual(ready.map(({ id }) => id).sort());
}

test('storage counts what is ready, whatever was sent, ended, verified and deleted in whatever order', async () => {
  const programs = fc.sample(fc.tuple(steps, fc.boolean()), { seed: SEED, numRuns: randomRuns(PROGRAMS) });
  await Promise.all(
    programs.map(async ([all, isAtOnce]) => {
      const ws = await service.workspace({ plan: 'free' });
      const items: { id: string; url?: string }[] = [];
      for (const step of isAtOnce ? all.slice(0, 5) : all) await act(ws, step, items);
      if (isAtOnce) await Promise.all(all.slice(5).map((step) => act(ws, step, items)));
      await assertCounted(ws);
    }),
  );
});

describe('deleting', () => {
  /** Deletes or keeps an item by hand, holds that for as long as `work` runs into it, and commits. */
  async function whileLocked<T>(lock: string, id: string, work: () => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query(lock, [id]);
      const running = work();
      const blocked = `select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      await until(async () => (await service.sql(blocked)).length > 0, 'it waits');
      await client.query('commit');
      return await running;
    } finally {
      await client.end();
    }
  }

  test('an item while a post with it is written: one of the two is rejected', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    const { media_id: id } = await upload(ws, jpeg);
    const draft = (await ws.api.post('/v1/posts', { text: 'Without' })).body;
    const gone = `update media set status = 'removing' where id = $1`;
    const created = await whileLocked(gone, id, () => ws.api.post('/v1/posts', { text: 'a', media_ids: [id] }));
    expect([created.status, created.body.meta]).toMatchObject([400, { field: 'media_ids.0.source' }]);
    await service.sql(`update media set status = 'ready' where id = $1`, [id]);
    const changed = await whileLocked(gone, id, () => ws.api.patch(`/v1/posts/${draft.id}`, { media_ids: [id] }));
    expect([changed.status, changed.body.meta]).toMatchObject([400, { field: 'media' }]);
    await service.sql(`update media set status = 'ready' where id = $1`, [id]);
    const kept = 'select 1 from media where id = $1 for share';
    expect((await whileLocked(kept, id, () => ws.api.delete(`/v1/media/${id}`))).status).toBe(204);
  });

  test('an item that posts need is rejected by the name of one, until none does', async () => {
    const ws = await service.workspace({ plan: 'free', platforms: ['mastodon', 'twitter'] });
    const { media_id: id } = await upload(ws, jpeg);
    const [mastodon, twitter] = ['mastodon', 'twitter'].map((name) => ({ account_id: ws.accounts[name]?.id }));
    const item = { source_type: 'media_id', source: id };
    const bodies = [
      { text: 'Everywhere', media: [item] },
      { text: 'One place', targets: [{ ...mastodon, media: [item] }] },
      { text: 'A part', segments: [{ text: 'b', media: [item] }], targets: [twitter] },
      {
        text: 'Deferred',
        media: [item],
        targets: [mastodon],
        scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    ];
    for (const body of bodies) {
      const post = await ws.api.post('/v1/posts', body);
      expect(post.status, post.text).toBe(201);
      const rejected = await ws.api.delete(`/v1/media/${id}`);
      expect([rejected.status, rejected.body.meta, rejected.body.detail_code]).toMatchObject([
        409,
        { resource: 'post', id: post.body.id },
        'media.in_use',
      ]);
      expect((await ws.api.delete(`/v1/posts/${post.body.id}`)).status).toBeLessThan(300);
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ws.api.delete(`/v1/media/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    await assertCounted(ws);
  });

  test('a file that is sent while it is verified is rejected, and two verifications make one item', async () => {
    const ws = await service.workspace({ plan: 'free' });
    const { body } = await ws.api.get('/v1/media/upload-url?media_type=image/jpeg&filename=a.jpg');
    expect((await put(body.upload_url, jpeg)).status).toBe(200);
    const verify = () => ws.api.post(`/v1/media/${body.media_id}/verify`);
    const others = await Promise.all([verify(), verify(), put(body.upload_url, sized(2_000_000)), verify()]);
    for (const { status } of others) expect([200, 409]).toContain(status);
    await until(async () => (await verify()).status === 200, 'it is verified');
    await assertCounted(ws);
  });
});
