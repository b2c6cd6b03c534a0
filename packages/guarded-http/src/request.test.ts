import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type HttpBody, type HttpRequest, only } from './index.ts';
import { bodyOf, clientFor, closedPort, failureOf, onTestEnd, serve } from './servers.fixture.ts';

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({ method: 'GET', url, ...more });

describe('a request', () => {
  test('carries method, query, headers and user agent', async () => {
    const origin = await serve((request, response) => {
      response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers }));
    });
    const client = clientFor({ userAgent: 'Test/1' });
    const response = await client.request({
      method: 'DELETE',
      url: `${origin}/a%20b?x=%20y`,
      query: { limit: 10, all: true, 'a&b': 'ü +', tag: ['one', 'two'], cursor: undefined },
      headers: { Authorization: 'Bearer t', 'X-None': undefined },
    });
    expect(response.json()).toMatchObject({
      method: 'DELETE',
      url: '/a%20b?x=%20y&limit=10&all=true&a%26b=%C3%BC+%2B&tag=one&tag=two',
      headers: { authorization: 'Bearer t', 'user-agent': 'Test/1' },
    });
    expect(response.json()).not.toHaveProperty('headers.accept-encoding');
    expect(response.json()).not.toHaveProperty('headers.x-none');
  });

  test.each([
    ['a line break', { 'x-note': 'a\r\nx-evil: 1' }],
    ['a bare carriage return', { 'x-note': 'a\rb' }],
    ['a bare line feed', { 'x-note': 'a\nb' }],
    ['a NUL', { 'x-note': 'a\0b' }],
    ['letters beyond Latin-1', { 'x-note': '\u010a' }],
    ['a broken name', { 'x note': 'a' }],
    ['a line break in a name', { 'x\r\ny': 'a' }],
    ['another host', { Host: 'other.test' }],
    ['another length', { 'Content-Length': '1' }],
    ['another framing', { 'transfer-encoding': 'chunked' }],
  ])('never carries %s in a header', async (_, headers) => {
    const failure = await failureOf(clientFor().request(get(`http://127.0.0.1:${await closedPort()}`, { headers })));
    expect(failure).toMatchObject({ reason: 'invalid', sent: false });
  });

  test.each(['', 'example.com', 'ftp://example.com', 'http://[::1', 'file:///etc/passwd'])(
    'needs a web address, not %j',
    async (url) => {
      expect(await failureOf(clientFor().request(get(url)))).toMatchObject({ reason: 'invalid', sent: false });
    },
  );

  test('carries no credentials in its address', async () => {
    const failure = await failureOf(clientFor().request(get('https://user:s3cret@example.com/')));
    expect(failure).toMatchObject({ reason: 'blocked', sent: false });
    expect(failure.message).not.toContain('s3cret');
  });
});

describe('a body', () => {
  /** Sends a body and returns what arrived, parsed by Node itself. */
  async function arrived(body: HttpBody, headers: Record<string, string> = {}) {
    const received = Promise.withResolvers<{ headers: IncomingMessage['headers']; bytes: Buffer }>();
    const origin = await serve(async (request, response) => {
      received.resolve({ headers: request.headers, bytes: await bodyOf(request) });
      response.end();
    });
    await clientFor().request({ method: 'POST', url: origin, body, headers });
    const { headers: seen, bytes } = await received.promise;
    return {
      headers: seen,
      bytes,
      parsed: new Response(bytes, { headers: { 'content-type': seen['content-type'] ?? '' } }),
    };
  }

  test('is JSON', async () => {
    const { headers, parsed } = await arrived({ json: { text: 'Grüße 🌍', none: undefined } });
    expect(await parsed.json()).toEqual({ text: 'Grüße 🌍' });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '23' });
  });

  test('is JSON of the type the caller names', async () => {
    const { headers } = await arrived({ json: {} }, { 'Content-Type': 'application/ld+json' });
    expect(headers['content-type']).toBe('application/ld+json');
  });

  test('is a form', async () => {
    const { parsed } = await arrived({ form: { text: 'a&b=c ü', ids: ['1', '2'], none: undefined } });
    expect([...(await parsed.formData())]).toEqual([
      ['text', 'a&b=c ü'],
      ['ids', '1'],
      ['ids', '2'],
    ]);
  });

  test('is a form with files from memory, of known length', async () => {
    const { headers, parsed, bytes } = await arrived({
      multipart: [
        { name: 'caption', value: 'Grüße' },
        { name: 'a"b\r\nc', value: '' },
        { name: 'media', file: Buffer.from([0, 1, 255]), filename: 'x"y\r\n.png', type: 'image/png' },
      ],
    });
    const form = await parsed.formData();
    expect(form.get('caption')).toBe('Grüße');
    const file = form.get('media') as File;
    expect([file.type, Buffer.from(await file.arrayBuffer())]).toEqual(['image/png', Buffer.from([0, 1, 255])]);
    expect(bytes.toString('latin1')).toContain('name="a%22b%0D%0Ac"');
    expect(bytes.toString('latin1')).toContain('filename="x%22y%0D%0A.png"');
    expect(headers['content-length']).toBe(String(bytes.length));
  });

  test.each([
    ['known', 300_000],
    ['unknown', undefined],
  ])('is a form with a streamed file of %s length', async (_, sizeBytes) => {
    const content = Buffer.alloc(300_000, 'x');
    const { headers, parsed, bytes } = await arrived({
      multipart: [
        { name: 'media', file: Readable.from([content]), filename: 'v.mp4', type: 'video/mp4', sizeBytes },
        { name: 'last', value: 'yes' },
      ],
    });
    const form = await parsed.formData();
    expect(Buffer.from(await (form.get('media') as File).arrayBuffer()).equals(content)).toBe(true);
    expect(form.get('last')).toBe('yes');
    expect(headers['content-length']).toBe(sizeBytes && String(bytes.length));
    expect(headers['transfer-encoding']).toBe(sizeBytes ? undefined : 'chunked');
  });

  test('is bytes, text or a stream', async () => {
    const type = 'application/octet-stream';
    expect((await arrived({ bytes: Buffer.from('ab'), type })).bytes.toString()).toBe('ab');
    expect((await arrived({ bytes: 'ü', type })).headers).toMatchObject({
      'content-length': '2',
      'content-type': type,
    });
    const streamed = await arrived({ bytes: Readable.from(['a', 'b']), type, sizeBytes: 2 });
    expect([streamed.bytes.toString(), streamed.headers['content-length']]).toEqual(['ab', '2']);
  });

  test('is read no faster than the other side accepts it', async () => {
    let produced = 0;
    const source = new Readable({
      read() {
        produced += 1;
        this.push(produced > 400 ? null : Buffer.alloc(65_536));
      },
    });
    const arrival = Promise.withResolvers<IncomingMessage>();
    const origin = await serve(async (request, response) => {
      arrival.resolve(request);
      await new Promise<void>((resolve) => onTestEnd(resolve));
      response.end();
    });
    const body = { bytes: source, type: 'video/mp4' };
    const outcome = failureOf(clientFor().request({ method: 'PUT', url: origin, body }));
    const request = await arrival.promise;
    // Nobody reads, so the sockets' buffers fill up and the source must pause before its 25 MB are read.
    let before = -1;
    while (before !== produced) {
      before = produced;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(produced).toBeLessThan(400);
    request.socket.resetAndDestroy();
    expect(await outcome).toMatchObject({ reason: 'reset', sent: true });
    expect(source.destroyed).toBe(true);
  });

  test('is released when the response comes first', async () => {
    const source = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    const closed = new Promise((resolve) => source.on('close', resolve));
    const origin = await serve((_, response) => response.writeHead(413).end());
    const file = { name: 'f', file: source, filename: 'f', type: 'video/mp4' };
    const outcome = clientFor().request({ method: 'POST', url: origin, body: { multipart: [file] } });
    // Either the response or the end of the connection comes first. Both release the source.
    await outcome.catch((failure) => expect(failure).toMatchObject({ sent: true }));
    await closed;
  });

  test('is released when it will not be sent', async () => {
    const streams = [Readable.from(['a']), Readable.from(['a']), Readable.from(['a'])] as const;
    const [blocked, invalid, rejected] = streams;
    const bodyFrom = (bytes: Readable) => ({ bytes, type: 'text/plain' });
    await failureOf(
      clientFor({ policy: only([]) }).request({ method: 'PUT', url: 'http://a.test', body: bodyFrom(blocked) }),
    );
    await failureOf(clientFor().request({ method: 'PUT', url: 'nowhere', body: bodyFrom(invalid) }));
    const file = { name: 'f', file: rejected, filename: 'f', type: 'text/plain' };
    const url = `http://127.0.0.1:${await closedPort()}`;
    await failureOf(clientFor().request({ method: 'PUT', url, body: { multipart: [file] } }));
    expect(streams.map((stream) => stream.destroyed)).toEqual([true, true, true]);
  });

  test('without a JSON form is rejected', async () => {
    const request = { method: 'POST' as const, url: 'http://a.test', body: { json: undefined } };
    expect(await failureOf(clientFor().request(request))).toMatchObject({ reason: 'invalid', sent: false });
  });
});
