import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FILENAMES } from '@hubbub/media-info/corpus/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';

let service: TestService;
let ws: TestWorkspace;
let jpeg: Buffer<ArrayBuffer>;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
  jpeg = Buffer.from(await (await fetch(`${ws.simulatorUrl}/files/sample.jpg`)).arrayBuffer());
});
afterAll(() => service?.close());

const form = (content: Uint8Array, name = 'photo.jpg') => {
  const data = new FormData();
  data.set('file', new Blob([Buffer.from(content)], { type: 'image/jpeg' }), name);
  return data;
};

/** One part of a form as it goes over the wire, whatever its name. */
const part = (head: string, content: Uint8Array | string = jpeg) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from('--b--\r\n');
const file = 'name="file"; filename="a.jpg"';
const IS_FORM = 'multipart/form-data; boundary=b';

const uploaded = async (name?: string): Promise<Body> => {
  const { body, text } = await ws.api.post('/v1/media/upload', form(jpeg, name));
  expect(body?.media_id, `${name}: ${text}`).toMatch(/^med_/);
  return (await ws.api.get(`/v1/media/${body.media_id}`)).body;
};
const asked = async (query = 'media_type=image/jpeg&filename=a.jpg'): Promise<Body> =>
  (await ws.api.get(`/v1/media/upload-url?${query}`)).body;
const put = (url: string, type = 'image/jpeg', body = jpeg) =>
  fetch(url, { method: 'PUT', headers: { 'content-type': type }, body });

/** Nothing lies on disk that no item counts, and nothing is held for files that do not come. */
async function assertNothingLeft(): Promise<void> {
  const stored = readdirSync(join(service.dataDir, 'media'), { recursive: true, withFileTypes: true });
  const ready = await service.sql(
    `select id, size_bytes::int as bytes from media where tenant_id = $1 and status = 'ready'`,
    [ws.tenantId],
  );
  const files = stored.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(files.sort()).toEqual(ready.map(({ id }) => id).sort());
  const used = ready.reduce((sum, { bytes }) => sum + bytes, 0);
  expect((await ws.api.get('/v1/media/storage')).body).toMatchObject({ used_bytes: used, count: ready.length });
}

describe('upload_media', () => {
  const oversized = Buffer.alloc(11 * 1024 * 1024, 0x41);
  type Case = [what: string, status: number, field: string, parts: () => Uint8Array[], type?: string];
  const REFUSED: Case[] = [
    ['no part', 400, 'file', () => [end]],
    ['nothing at all', 400, 'file', () => []],
    ['rubbish', 400, 'body', () => [Buffer.alloc(5000, 0x42)]],
    ['two files', 400, 'file', () => [part(file), part(file), end]],
    ['three files', 400, 'file', () => [part(file), part(file), part(file), end]],
    ['a part without a name', 400, '', () => [part('filename="a.jpg"'), end]],
    ['a part without a disposition', 400, '', () => [Buffer.from('--b\r\n\r\nhello\r\n'), end]],
    ['a text instead of the file', 400, 'file', () => [part('name="file"', 'hello'), end]],
    ['another field name', 400, 'photo', () => [part('name="photo"; filename="a.jpg"'), end]],
    ['a dangerous field name', 400, 'body', () => [part('name="__proto__"; filename="a.jpg"'), end]],
    ['a field besides the file', 400, 'folder', () => [part('name="folder"', 'autumn'), part(file), end]],
    ['a field behind the file', 400, 'tags[]', () => [part(file), part('name="tags[]"', 'autumn'), end]],
    [
      'two fields',
      400,
      'alt_text',
      () => [part('name="alt_text"', 'a'), part('name="alt_text"', 'b'), part(file), end],
    ],
    ['a text of megabytes', 400, 'alt_text', () => [part('name="alt_text"', oversized), part(file), end]],
    ['a name of megabytes', 400, '', () => [part(`name="${'a'.repeat(11 * 1024 * 1024)}"; filename="a"`), end]],
    ['a body that stops', 400, 'body', () => [part(file).subarray(0, 500)]],
    ['no end', 400, 'body', () => [part(file)]],
    ['another boundary', 400, 'body', () => [part(file), end], 'multipart/form-data; boundary=c'],
    ['no boundary', 415, 'Content-Type', () => [part(file), end], 'multipart/form-data'],
    ['an empty boundary', 400, '', () => [part(file), end], 'multipart/form-data; boundary='],
    ['JSON', 415, 'Content-Type', () => [Buffer.from('{}')], 'application/json'],
    ['the bare file', 415, 'Content-Type', () => [jpeg], 'image/jpeg'],
  ];
  test.each(REFUSED)('rejects %s', async (_what, status, field, parts, type = IS_FORM) => {
    const raw = Buffer.concat(parts());
    const answer = await ws.api.post('/v1/media/upload', undefined, { raw, headers: { 'content-type': type } });
    expect(answer.status, answer.text).toBe(status);
    if (field !== '') expect(answer.body.meta.field, answer.text).toBe(field);
    expect(answer.body.error).not.toMatch(/undefined|TypeError/);
  });

  test('rejects a file that is too large although nobody said so, and one whose sender goes away', async () => {
    const endless = Readable.toWeb(Readable.from(pieces(60)));
    const answer = await fetch(`${service.url}/v1/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ws.api.key}`, 'content-type': IS_FORM },
      body: endless as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, ((await answer.json()) as Body).meta]).toMatchObject([400, { field: 'file' }]);
    await sendHalf('/v1/media/upload', [`authorization: Bearer ${ws.api.key}`, `content-type: ${IS_FORM}`], part(file));
    await assertNothingLeft();
  });
});

test('of a name stays what can be shown anywhere, and the file is served under it', async () => {
  const { id } = await uploaded('..\\..\\\u202egpj.exe');
  for (const [name, clean] of FILENAMES) {
    const { status, body } = await ws.api.patch(`/v1/media/${id}`, { filename: name });
    if (name === '' || name.includes('\0') || !name.isWellFormed()) {
      expect([status, body.meta.field], JSON.stringify(name)).toEqual([400, 'filename']);
      continue;
    }
    expect(body.filename, JSON.stringify(name)).toBe(clean);
    const served = await fetch(body.url, { method: 'HEAD' });
    expect(served.status, name).toBe(200);
    const disposition = served.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]*$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(clean);
  }
  expect((await ws.api.delete(`/v1/media/${id}`)).status).toBe(204);
  await assertNothingLeft();
});

test('a page with many comments is rejected at once in every kind of upload', async () => {
  const page = Buffer.from(`${'<!---->'.repeat(500)}x`);
  const { media_id: id, upload_url: url } = await asked();
  expect((await put(url, 'image/jpeg', page)).status).toBe(200);
  const answers = [await ws.api.post('/v1/media/upload', form(page)), await ws.api.post(`/v1/media/${id}/verify`)];
  for (const { status, body } of answers)
    expect([status, body.error]).toEqual([400, 'The file cannot be used: it is of an unknown type.']);
  await assertNothingLeft();
});

describe('upload addresses', () => {
  test('reject a file of no told length once it is beyond the plan, and what is left of it is not read', async () => {
    const small = await service.workspace({ plan: 'free' });
    await service.sql('update tenants set storage_bytes = 104857600 - 3000000 where tenant_id = $1', [small.tenantId]);
    const { body } = await small.api.get('/v1/media/upload-url?media_type=image/jpeg&filename=a.jpg');
    const rejected = await fetch(body.upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: Readable.toWeb(Readable.from(pieces(60))) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    expect([rejected.status, ((await rejected.json()) as Body).code]).toEqual([413, 'storage_quota_exceeded']);
    expect((await put(body.upload_url)).status).toBe(200);
    expect((await small.api.delete(`/v1/media/${body.media_id}`)).status).toBe(204);
    await assertNothingLeft();
  });

  test('take one file of the declared type, for a while, as they were made', async () => {
    const { media_id: id, upload_url: url } = await asked();
    for (const type of ['', 'image/png', 'image/pjpeg; charset=utf-8', 'text/html', IS_FORM]) {
      const rejected = await put(url, type);
      expect([rejected.status, ((await rejected.json()) as Body).meta], type).toMatchObject([
        415,
        { field: 'Content-Type' },
      ]);
    }
    const other = await asked();
    const [address, query = ''] = url.split('?');
    const TAMPERED: Record<string, string> = {
      'another item': url.replace(id, other.media_id),
      'another tenant': url.replace(ws.tenantId, `ten_${'a'.repeat(26)}`),
      'a later end': url.replace(/expires=\d+/, 'expires=99999999999'),
      'an odd end': url.replace(/expires=\d+/, 'expires=1e99'),
      'no end': url.replace(/expires=\d+&/, ''),
      'no signature': url.replace(/&signature=.*/, ''),
      'two signatures': `${url}&signature=a`,
      'a copy of it': `${url}&rendition=0123456789abcdef.jpg`,
      'the way out': `${address?.replace(`${ws.tenantId}/${id}`, `..%2f..%2f${id}/x`)}?${query}`,
      'a NUL': `${address}%00?${query}`,
      'a download': url.replace('/media/uploads/', '/media/files/').replace('?', '/a.jpg?'),
    };
    for (const [what, tampered] of Object.entries(TAMPERED)) {
      const rejected = await (what === 'a download' ? fetch(tampered) : put(tampered));
      expect([rejected.status, ((await rejected.json()) as Body).code], what).toEqual([401, 'invalid_token']);
    }
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH'])
      expect((await fetch(url, { method })).status, method).toBe(404);
    await sendHalf(new URL(url).pathname + new URL(url).search, ['content-type: image/jpeg'], jpeg, 'PUT');
    // The item still waits for its file.
    await until(async () => (await put(url)).status === 200, 'the address is free again');
    expect((await ws.api.post(`/v1/media/${id}/verify?dry_run=true`)).status).toBe(200);
    expect((await ws.api.post(`/v1/media/${id}/verify`)).body).toMatchObject({
      status: 'ready',
      size_bytes: jpeg.length,
    });
    expect((await put(url)).status).toBe(409);
    expect((await ws.api.delete(`/v1/media/${id}`)).status).toBe(204);
    expect((await put(url)).status).toBe(404);
    expect((await ws.api.post(`/v1/media/${other.media_id}/verify?dry_run=true`)).status).toBe(404);
    expect((await ws.api.get(`/v1/media/${other.media_id}`)).body.status).toBe('pending');
    await ws.api.delete(`/v1/media/${other.media_id}`);
    await assertNothingLeft();
  });

  test.each([
    ['filename', 'media_type=image/jpeg'],
    ['media_type', 'filename=a.jpg'],
    ['media_type', 'filename=a.jpg&media_type=jpeg'],
    ['media_type', 'filename=a.jpg&media_type=image/jpeg%0d%0aa:b'],
    ['media_type', `filename=a.jpg&media_type=image/${'j'.repeat(200)}`],
    ['filename', 'media_type=image/jpeg&filename=a%00.jpg'],
    ['filename', `media_type=image/jpeg&filename=${'a'.repeat(1001)}`],
    ['filename', 'media_type=image/jpeg&filename=a&filename=b'],
    ['size_bytes', 'media_type=image/jpeg&filename=a.jpg&size_bytes=0'],
    ['size_bytes', 'media_type=image/jpeg&filename=a.jpg&size_bytes=-1'],
    ['size_bytes', 'media_type=image/jpeg&filename=a.jpg&size_bytes=1e999'],
    ['size_bytes', 'media_type=image/jpeg&filename=a.jpg&size_bytes=1.5'],
    ['alt_text', `media_type=image/jpeg&filename=a.jpg&alt_text=${'a'.repeat(2001)}`],
    ['folder', `media_type=image/jpeg&filename=a.jpg&folder=${'a'.repeat(201)}`],
    ['tags', 'media_type=image/jpeg&filename=a.jpg&tags=a'],
  ])('are not given for a wrong %s (%s)', async (field, query) => {
    const { status, body } = await ws.api.get(`/v1/media/upload-url?${query}`);
    expect([status, body.meta]).toMatchObject([400, { field }]);
  });
});

describe('update_media', () => {
  test.each([
    ['alt_text', { alt_text: 'a'.repeat(2001) }],
    ['alt_text', { alt_text: 'a\0b' }],
    ['alt_text', { alt_text: ['a'] }],
    ['folder', { folder: 7 }],
    ['folder', { folder: 'a'.repeat(201) }],
    ['tags', { tags: 'a' }],
    ['tags.0', { tags: [' '] }],
    ['tags', { tags: Array.from({ length: 51 }, (_, n) => `${n}`) }],
    ['filename', { filename: '' }],
    ['url', { url: 'https://example.com/a.jpg' }],
    ['size_bytes', { size_bytes: 1 }],
  ])('rejects a wrong %s', async (field, change) => {
    const { body } = await ws.api.patch('/v1/media/med_none', change);
    expect([body.code, body.meta.field]).toEqual(['invalid_request', field]);
  });
});

describe('addresses of files', () => {
  const SAFE = {
    'content-security-policy': expect.stringMatching(/sandbox/),
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment; /),
  };
  let item: Body;
  beforeAll(async () => {
    item = await uploaded();
  });

  test.each([
    ['bytes=0-0', 206, 'bytes 0-0/SIZE', 1],
    ['bytes=-5', 206, 'bytes -5/SIZE', 5],
    ['bytes=-99999999', 206, 'bytes 0-/SIZE', undefined],
    ['Bytes=1-99999999999999999999', 206, 'bytes 1-/SIZE', undefined],
    ['bytes=99999999-', 416, 'bytes */SIZE', 0],
    ['bytes=-0', 416, 'bytes */SIZE', 0],
    ['bytes=5-2', 200, undefined, undefined],
    ['bytes=-', 200, undefined, undefined],
    ['bytes=a-b', 200, undefined, undefined],
    ['bytes=0-1,4-5', 200, undefined, undefined],
    ['bytes=0-1,', 200, undefined, undefined],
    ['bytes=--5', 200, undefined, undefined],
    ['items=99999999-', 200, undefined, undefined],
    ['bytes', 200, undefined, undefined],
    [`bytes=${'0-1,'.repeat(1000)}0-1`, 200, undefined, undefined],
  ])('answer the range %s with %i', async (range, status, contentRange, length) => {
    const answer = await fetch(item.url, { headers: { range } });
    expect(answer.status).toBe(status);
    const size = jpeg.length;
    const wanted = contentRange
      ?.replace('SIZE', `${size}`)
      .replace('-/', `-${size - 1}/`)
      .replace(' -5/', ` ${size - 5}-${size - 1}/`);
    expect(answer.headers.get('content-range') ?? undefined).toBe(wanted);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (length !== undefined) expect(bytes.length).toBe(length);
    expect(Object.fromEntries(answer.headers)).toMatchObject(SAFE);
    expect(answer.headers.has('set-cookie')).toBe(false);
  });

  test('tell what is held already, and their head alone', async () => {
    const etag = (await fetch(item.url, { method: 'HEAD' })).headers.get('etag') as string;
    for (const header of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const held = await fetch(item.url, { headers: { 'if-none-match': header } });
      expect([held.status, await held.text()], header).toEqual([304, '']);
      expect(Object.fromEntries(held.headers)).toMatchObject(SAFE);
      expect(held.headers.has('set-cookie')).toBe(false);
    }
    const head = await fetch(item.url, { method: 'HEAD', headers: { range: 'bytes=0-0' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${jpeg.length}`]);
    const since = await fetch(item.url, { headers: { range: 'bytes=0-0', 'if-range': '"another"' } });
    expect(since.status).toBe(200);
  });

  test('lead to nothing when the storage cannot have the key', async () => {
    const away = await uploaded();
    await service.sql(`update media set id = 'med_/../x' where id = $1`, [away.id]);
    const { url } = (await ws.api.get('/v1/media?limit=1')).body.data[0];
    const rejected = await fetch(url.replace('med_/../x', 'med_%2f..%2fx'));
    expect([rejected.status, ((await rejected.json()) as Body).code]).toEqual([404, 'not_found']);
    await service.sql(`delete from media where id = 'med_/../x'`);
  });

  test('lead to nothing else, and to nothing once their item is deleted', async () => {
    const [address = '', query = ''] = (item.url as string).split('?');
    const TAMPERED: Record<string, string> = {
      'another rendition': `${item.url}&rendition=0123456789abcdef.jpg`,
      'a rendition that leads out': `${item.url}&rendition=..%2f..%2fx`,
      'two renditions': `${item.url}&rendition=a&rendition=b`,
      'another item': `${address.replace(item.id, `med_${'a'.repeat(26)}`)}?${query}`,
      'another tenant': `${address.replace(ws.tenantId, `ten_${'a'.repeat(26)}`)}?${query}`,
      'a tenant that leads out': `${address.replace(ws.tenantId, '..%2f..')}?${query}`,
      'an id that leads out': `${address.replace(item.id, `..%2f${item.id}`)}?${query}`,
      'an upload': (item.url as string).replace('/media/files/', '/media/uploads/').replace('/photo.jpg', ''),
    };
    for (const [what, tampered] of Object.entries(TAMPERED)) {
      const rejected = await (what === 'an upload' ? put(tampered) : fetch(tampered));
      expect([rejected.status, ((await rejected.json()) as Body).code], what).toEqual([401, 'invalid_token']);
    }
    expect((await fetch(`${item.url}&rendition=`)).status).toBe(404);
    const renamed = await fetch(item.url.replace('photo.jpg', 'x.html'));
    expect(renamed.headers.get('content-disposition')).toMatch(/photo\.jpg/);
    const visitor = await service.workspace({ plan: 'free' });
    expect((await visitor.api.get(`/v1/media/${item.id}`)).status).toBe(404);
    expect((await visitor.api.delete(`/v1/media/${item.id}`)).status).toBe(404);
    expect((await visitor.api.post(`/v1/media/${item.id}/verify`)).status).toBe(404);
    const stolen = await visitor.api.post('/v1/posts', { text: 'a', media_ids: [item.id] });
    expect([stolen.status, stolen.body.meta.field]).toEqual([400, 'media_ids.0.source']);
    expect((await ws.api.delete(`/v1/media/${item.id}?dry_run=true`)).status).toBe(200);
    expect((await fetch(item.url)).status).toBe(200);
    expect((await ws.api.delete(`/v1/media/${item.id}`)).status).toBe(204);
    expect((await fetch(item.url)).status).toBe(404);
    expect((await ws.api.delete(`/v1/media/${item.id}`)).status).toBe(404);
  });
});

async function* pieces(megabytes: number) {
  yield part(file, '').subarray(0, -2);
  for (let sent = 0; sent < megabytes; sent++) yield Buffer.alloc(1024 * 1024, 0xff);
}

/** Announces more than it sends, and goes. */
async function sendHalf(path: string, headers: readonly string[], body: Uint8Array, method = 'POST'): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = [`${method} ${path} HTTP/1.1`, `host: ${hostname}`, `content-length: ${body.length * 2}`, ...headers];
  await new Promise<void>((resolve) =>
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]), () => resolve()),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.destroy();
}
