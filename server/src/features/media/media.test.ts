import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { pagesOf } from '../../../test/steps.ts';

type MediaId = { id: string };
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'free' });
});
afterAll(() => service?.close());

const store = (id: string, status: string, secondsAgo: number) =>
  service.sql(
    `insert into media (tenant_id, id, filename, content_type, size_bytes, status, created_at) values ($1, $2, $2 || '.jpg', 'image/jpeg', 1000, $3, now() - $4 * interval '1 second')`,
    [ws.tenantId, id, status, secondsAgo],
  );

describe('list_media', () => {
  test('is empty at first, in the envelope of all lists', async () => {
    const { status, body } = await ws.api.get('/v1/media');
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: [], count: 0, pagination: { limit: 25, has_more: false } },
    });
  });

  test('shows what is ready, newest first, page by page', async () => {
    for (let n = 0; n < 8; n++)
      await store(`med_${n}`, n === 3 ? 'pending' : n === 5 ? 'failed' : 'ready', Math.floor(n / 2));
    const items = await pagesOf(ws.api, '/v1/media?limit=2');
    expect(items.map(({ id }) => id)).toEqual(['med_1', 'med_0', 'med_2', 'med_4', 'med_7', 'med_6']);
    expect(items[0]).toMatchObject({
      filename: 'med_1.jpg',
      content_type: 'image/jpeg',
      size_bytes: 1000,
      status: 'ready',
      livemode: false,
    });
    expect((await ws.api.get('/v1/media/')).status).toBe(200);
    expect((await ws.liveApi.get('/v1/media')).body.data).toEqual([]);
  });
});

/** The smallest JPEG that there is, and more bytes behind its end when it has to be larger. */
async function jpeg(bytes = 0): Promise<Buffer> {
  const answer = await fetch(`${ws.simulatorUrl}/files/sample.jpg`);
  const image = Buffer.from(await answer.arrayBuffer());
  return bytes <= image.length ? image : Buffer.concat([image, Buffer.alloc(bytes - image.length)]);
}

function form(content: Uint8Array, name = 'photo.jpg'): FormData {
  const data = new FormData();
  data.set('file', new Blob([Buffer.from(content)], { type: 'image/jpeg' }), name);
  return data;
}

async function upload(tenant: TestWorkspace, content: Uint8Array, name?: string) {
  return tenant.api.post('/v1/media/upload', form(content, name));
}

async function uploadUrl(tenant: TestWorkspace, query = 'media_type=image/jpeg&filename=large.jpg') {
  return (await tenant.api.get(`/v1/media/upload-url?${query}`)).body as { media_id: string; upload_url: string };
}

const put = (url: string, body: Uint8Array, type = 'image/jpeg') =>
  fetch(url, { method: 'PUT', body: Buffer.from(body), headers: { 'content-type': type } });

describe('upload_media, get_media and delete_media', () => {
  test('stores a file, shows it, serves it in ranges, publishes it, and deletes it once no post needs it', async () => {
    const own = await service.workspace({ plan: 'free', platforms: ['mastodon', 'instagram'] });
    const image = await jpeg();
    const { status, body, headers } = await upload(own, image, '../../Ünder the \u202Egpj.jpg');
    expect({ status, body }).toEqual({ status: 201, body: { media_id: expect.stringMatching(/^med_/) } });
    expect(headers.get('x-storage-used')).toBe(String(image.length));
    const { body: item } = await own.api.get(`/v1/media/${body.media_id}`);
    expect(item).toMatchObject({
      id: body.media_id,
      filename: 'Ünder the gpj.jpg',
      content_type: 'image/jpeg',
      kind: 'image',
      size_bytes: image.length,
      status: 'ready',
    });
    expect((await own.api.get('/v1/media')).body.data).toMatchObject([{ id: body.media_id }]);

    const whole = await fetch(item.url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(image)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(/^attachment/),
      'accept-ranges': 'bytes',
    });
    const part = await fetch(item.url, { headers: { range: 'bytes=2-5' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${image.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(image.subarray(2, 6))).toBe(true);
    expect((await fetch(item.url, { headers: { range: 'bytes=9999999-' } })).status).toBe(416);
    expect((await fetch(item.url, { headers: { range: 'bytes=a-b,,' } })).status).toBe(200);
    expect((await fetch(item.url.replace(/signature=..../, 'signature=AAAA'))).status).toBe(401);
    expect((await fetch(item.url.replace(/expires=\d+/, 'expires=99999999999'))).status).toBe(401);

    const { body: post } = await own.api.post('/v1/posts', {
      text: 'With a stored file',
      media_ids: [body.media_id],
      targets: Object.values(own.accounts).map(({ id }) => ({ account_id: id })),
    });
    const rejected = await own.api.delete(`/v1/media/${body.media_id}`);
    expect([rejected.status, rejected.body.meta]).toMatchObject([409, { resource: 'post', id: post.id }]);
    const published = await own.api.post(`/v1/posts/${post.id}/publish`, undefined, { headers: { prefer: 'wait=30' } });
    expect(published.body, published.text).toMatchObject({ status: 'published', targets: [{}, {}] });
    expect((await own.api.delete(`/v1/media/${body.media_id}`)).status).toBe(204);
    expect((await own.api.get(`/v1/media/${body.media_id}`)).status).toBe(404);
    expect((await fetch(item.url)).status).toBe(404);
    expect((await own.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: 0, count: 0 });
  });

  test('an image is made to fit each platform; what cannot be is rejected with the reason', async () => {
    const own = await service.workspace({ platforms: ['instagram', 'mastodon'] });
    const targets = Object.values(own.accounts).map(({ id }) => ({ account_id: id }));
    const sample = async (name: string) => {
      const answer = await fetch(`${ws.simulatorUrl}/files/${name}`);
      return (await upload(own, Buffer.from(await answer.arrayBuffer()), name)).body.media_id as string;
    };
    const png = await sample('sample.png');
    // The simulated Instagram fetches the image and takes JPEG only.
    const { status, text } = await own.api.post(
      '/v1/posts',
      { text: 'An image', media_ids: [png], targets, publish_now: true },
      { headers: { prefer: 'wait=30' } },
    );
    expect(status, text).toBe(201);
    expect(JSON.parse(text), text).toMatchObject({ status: 'published' });
    const movie = await sample('sample.mp4');
    expect((await own.api.get(`/v1/media/${movie}`)).body).toMatchObject({ kind: 'video', content_type: 'video/mp4' });
    expect((await own.api.delete(`/v1/media/${png}`)).status).toBe(204);
    const files = readdirSync(join(service.dataDir, 'media', own.tenantId));
    expect(files).toEqual([movie]);
  });

  test('a file that a live platform must load by itself needs an address that it reaches', async () => {
    const own = await service.workspace({ plan: 'free' });
    for (const [api, broken] of [
      [own.liveApi, [{ platform: 'instagram', field: 'media.0', rule: 'media_address' }]],
      [own.api, []],
    ] as const) {
      const { media_id } = (await api.post('/v1/media/upload', form(await jpeg()))).body;
      const post = { text: 'x', media_ids: [media_id], platforms: ['instagram', 'mastodon'] };
      const { errors } = (await api.post('/v1/posts/validate', post)).body;
      expect(errors).toMatchObject(broken);
      expect(errors).toHaveLength(broken.length);
      if (broken.length > 0) expect(errors[0].message).toContain('Set PUBLIC_URL');
    }
  });

  test('rejects what is no file, is too large, or is of no known type; nothing stays', async () => {
    const own = await service.workspace({ plan: 'free' });
    expect((await upload(own, Buffer.alloc(0))).status).toBe(400);
    const text = await upload(own, Buffer.from('<html><script>alert(1)</script>'), 'picture.jpg');
    expect([text.status, text.body.detail_code, text.body.meta.field]).toEqual([400, 'media.unreadable', 'file']);
    const large = await upload(own, Buffer.alloc(50 * 1024 * 1024 + 1));
    expect([large.status, large.body.code]).toEqual([400, 'invalid_request']);
    expect((await own.api.post('/v1/media/upload', {})).status).toBe(415);
    expect((await own.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: 0, count: 0 });
  });

  test('never exceeds the storage of the plan, however many come at once', async () => {
    const own = await service.workspace({ plan: 'free' });
    const image = await jpeg(1_000_000);
    await service.sql('update tenants set storage_bytes = 104857600 - 10500000 where tenant_id = $1', [own.tenantId]);
    const answers = await Promise.all(Array.from({ length: 40 }, () => upload(own, image)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const [rejected] = answers.filter(({ status }) => status !== 201);
    expect([rejected?.status, rejected?.body.code]).toEqual([413, 'storage_quota_exceeded']);
    expect(rejected?.body.error).toMatch(/quota exceeded.*Free plan.* 100MB.*[Uu]pgrade/);
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(30);
    expect((await own.api.get('/v1/media/storage')).body.used_bytes).toBe(104_857_600 - 500_000);
  });
});

describe('get_upload_url and verify_media', () => {
  test.each([
    ['image/jpeg; charset=binary', 'image/jpeg'],
    ['image/jpeg', 'Image/JPEG;charset=binary'],
    ['IMAGE/jpeg ;a=b; c=d', 'image/jpeg; charset=utf-8'],
  ])('parameters of a media type do not count: declared %s, sent %s', async (declared, sent) => {
    const query = new URLSearchParams({ media_type: declared, filename: 'a.jpg' });
    const asked = await ws.api.get(`/v1/media/upload-url?${query}`);
    expect(asked.status, asked.text).toBe(200);
    const { media_id, upload_url } = asked.body;
    expect((await put(upload_url, await jpeg(), sent)).status).toBe(200);
    expect((await ws.api.post(`/v1/media/${media_id}/verify`)).body).toMatchObject({ content_type: 'image/jpeg' });
  });

  test('a file sent to its address is ready once it is verified', async () => {
    const own = await service.workspace({ plan: 'free' });
    const { media_id, upload_url } = await uploadUrl(own);
    const image = await jpeg();
    expect((await put(upload_url, image, 'image/png')).status).toBe(415);
    expect((await put(upload_url.replace(/expires=\d+/, 'expires=99999999999'), image)).status).toBe(401);
    await service.sql("update media set uploading_until = now() + interval '1 minute' where id = $1", [media_id]);
    expect((await put(upload_url, image)).status).toBe(409);
    expect((await own.api.post(`/v1/media/${media_id}/verify`)).status).toBe(409);
    await service.sql("update media set uploading_until = now() - interval '1 minute' where id = $1", [media_id]);
    expect((await put(upload_url, image)).status).toBe(200);
    expect((await own.api.get('/v1/media')).body.data).toEqual([]);
    const { status, body } = await own.api.post(`/v1/media/${media_id}/verify`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, media_id, id: media_id, status: 'ready', size_bytes: image.length });
    expect((await own.api.post(`/v1/media/${media_id}/verify`)).status).toBe(200);
    expect((await put(upload_url, image)).status).toBe(409);
    expect((await own.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: image.length, count: 1 });
  });

  test('what was never sent fails, and more than the plan has is not taken', async () => {
    const own = await service.workspace({ plan: 'free' });
    const { media_id } = await uploadUrl(own);
    expect((await own.api.post(`/v1/media/${media_id}/verify`)).status).toBe(404);
    expect((await own.api.get(`/v1/media/${media_id}`)).body).toMatchObject({ status: 'failed', url: '' });
    const other = await uploadUrl(own);
    await service.sql('update tenants set storage_bytes = 104857600 - 1000 where tenant_id = $1', [own.tenantId]);
    expect((await put(other.upload_url, await jpeg(200_000))).status).toBe(413);
    await service.sql('update tenants set storage_bytes = 104857600 where tenant_id = $1', [own.tenantId]);
    const full = await own.api.get('/v1/media/upload-url?media_type=video/mp4&filename=a.mp4');
    expect([full.status, full.body.code]).toEqual([413, 'storage_quota_exceeded']);
    expect((await own.api.get('/v1/media/upload-url?media_type=video&filename=a')).body.meta.field).toBe('media_type');
  });

  test('an upload that nobody finishes is ended, its file removed and what was held for it free again', async () => {
    const own = await service.workspace({ plan: 'free' });
    const { media_id, upload_url } = await uploadUrl(own, 'media_type=image/jpeg&filename=a.jpg&size_bytes=5000');
    await put(upload_url, await jpeg());
    await service.sql('update media set due_at = now() where id = $1', [media_id]);
    await until(
      async () => (await own.api.get(`/v1/media/${media_id}`)).body.status === 'failed',
      'it is ended',
      15_000,
    );
    const [row] = await service.sql('select storage_reserved_bytes::int as held from tenants where tenant_id = $1', [
      own.tenantId,
    ]);
    expect(row.held).toBe(0);
    expect((await own.api.post(`/v1/media/${media_id}/verify`)).status).toBe(409);
  });
});

describe('update_media', () => {
  test('sorts and describes; lists find it by folder, tag, kind and words', async () => {
    const { body } = await upload(ws, await jpeg(), 'holiday.jpg');
    const change = { alt_text: 'A beach at dusk', folder: 'summer', tags: ['sea', 'sea', 'sun'] };
    const { body: item } = await ws.api.patch(`/v1/media/${body.media_id}`, change);
    expect(item).toMatchObject({ ...change, tags: ['sea', 'sun'], filename: 'holiday.jpg' });
    const ids = async (query: string) =>
      (await ws.api.get(`/v1/media?${query}`)).body.data.map(({ id }: MediaId) => id);
    for (const query of ['folder=summer', 'tag=sun', 'kind=image&search=BEACH', 'search=holi'])
      expect(await ids(query)).toEqual([body.media_id]);
    expect(await ids('folder=winter')).toEqual([]);
    expect((await ws.api.patch('/v1/media/med_unknown', { folder: '' })).status).toBe(404);
    expect((await ws.api.patch(`/v1/media/${body.media_id}`, { tags: 'sea' })).body.meta.field).toBe('tags');
  });
});

describe('get_media_storage', () => {
  test('counts bytes and items against the limit of the plan', async () => {
    const other = await service.workspace({ plan: 'free' });
    expect((await other.api.get('/v1/media/storage')).body).toEqual({
      used_bytes: 0,
      limit_bytes: 104_857_600,
      count: 0,
      livemode: false,
    });
    await service.sql('update tenants set storage_bytes = 5000000000, media_count = 3 where tenant_id = $1', [
      other.tenantId,
    ]);
    expect((await other.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: 5_000_000_000, count: 3 });
  });
});
