import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { HttpRequest } from './index.ts';
import { clientFor, failureOf, serve, serveSockets } from './servers.fixture.ts';

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({ method: 'GET', url, ...more });

describe('a response', () => {
  const responding = async (body: string | Buffer, head = '200 OK') => {
    const bytes = Buffer.from(body);
    const port = await serveSockets((socket) =>
      socket.once('data', () => {
        socket.write(`HTTP/1.1 ${head}\r\ncontent-length: ${bytes.length}\r\n\r\n`);
        socket.write(bytes);
      }),
    );
    return clientFor().request(get(`http://127.0.0.1:${port}/`));
  };

  test('has status, joined headers and bytes', async () => {
    const response = await responding('ü', '418 Teapot\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX-Id: 7');
    expect(response.status).toBe(418);
    expect({ ...response.headers }).toEqual({ 'set-cookie': 'a=1, b=2', 'x-id': '7', 'content-length': '2' });
    expect(response.headers.constructor).toBeUndefined();
    expect([response.text(), response.bytes.length, response.truncated]).toEqual(['ü', 2, false]);
  });

  test.each(['', '<html>', '{"a":', 'undefined', `${'['.repeat(100_000)}`, '\0'])(
    'that is not JSON is undefined',
    async (body) => {
      expect((await responding(body)).json()).toBeUndefined();
    },
  );

  test('keeps ids that are too large for a number', async () => {
    const response = await responding(
      '\ufeff{"id":12345678901234567890,"neg":-9007199254740993,"n":9007199254740991,"big":1e400}',
    );
    expect(response.json()).toEqual({
      id: '12345678901234567890',
      neg: '-9007199254740993',
      n: 2 ** 53 - 1,
      big: Infinity,
    });
  });

  test('skips interim responses', async () => {
    const response = await responding('done', '103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK');
    expect([response.status, response.text()]).toEqual([200, 'done']);
  });

  test('is returned unchanged when it is compressed', async () => {
    const response = await responding(Buffer.from([0x1f, 0x8b, 8]), '200 OK\r\ncontent-encoding: gzip');
    expect(response.bytes).toEqual(Buffer.from([0x1f, 0x8b, 8]));
  });

  test('is cut at its limit even if it never ends', async () => {
    const closed = Promise.withResolvers<void>();
    const origin = await serve((_, response) => {
      Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(65_536, '1');
        })(),
      )
        .on('error', () => {})
        .pipe(response);
      response.on('close', closed.resolve);
    });
    const response = await clientFor().request(get(origin, { maxBytes: 100_000 }));
    expect(response).toMatchObject({ status: 200, truncated: true });
    expect(response.bytes.length).toBe(100_000);
    expect(response.json()).toBeUndefined();
    await closed.promise;
  });

  test('of exactly the limit is complete', async () => {
    const origin = await serve((_, response) => response.end('12345'));
    expect(await clientFor().request(get(origin, { maxBytes: 5 }))).toMatchObject({ truncated: false });
    const cut = await clientFor().request(get(origin, { maxBytes: 4 }));
    expect([cut.truncated, cut.text(), cut.json()]).toEqual([true, '1234', undefined]);
  });
});

describe('a response in tiny chunks', () => {
  const respondingIn = async (chunk: string, count: number) => {
    const closed = Promise.withResolvers<void>();
    const port = await serveSockets((socket) => {
      socket.on('close', () => closed.resolve());
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(count));
        if (count < 20_000) socket.write('0\r\n\r\n');
      });
    });
    return { request: get(`http://127.0.0.1:${port}/`), closed: closed.promise };
  };

  test('fails when they are too many, although it never ends', async () => {
    const { request, closed } = await respondingIn('1', 100_000);
    const failure = await failureOf(clientFor().request(request));
    expect(failure).toMatchObject({ reason: 'protocol', sent: true, status: 200 });
    expect(failure.message).toMatch(/too many tiny chunks/);
    await closed;
    const { stream } = await clientFor().download({ ...request, maxBytes: 1e6 });
    expect(await failureOf(buffer(stream))).toMatchObject({ reason: 'protocol' });
  });

  test('is read when they are fewer, or larger', async () => {
    const few = await respondingIn('1', 10_000);
    expect((await clientFor().request(few.request)).bytes).toHaveLength(10_000);
    const lines = await respondingIn('a'.repeat(70), 19_999);
    expect((await clientFor().request(lines.request)).bytes).toHaveLength(70 * 19_999);
  });
});

describe('a download', () => {
  test('is a stream', async () => {
    const content = Buffer.alloc(3_000_000, 'media');
    const origin = await serve((_, response) => response.setHeader('content-type', 'image/png').end(content));
    const { status, headers, stream } = await clientFor().download({ ...get(origin), maxBytes: content.length });
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
    expect((await buffer(stream)).equals(content)).toBe(true);
  });

  test('skips interim responses', async () => {
    const port = await serveSockets((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx'),
      ),
    );
    const { status, stream } = await clientFor().download({ ...get(`http://127.0.0.1:${port}/`), maxBytes: 10 });
    expect([status, (await buffer(stream)).toString()]).toEqual([200, 'x']);
  });

  test('fails at once when it announces more than the limit', async () => {
    const origin = await serve((_, response) => response.end('12345'));
    const failure = await failureOf(clientFor().download({ ...get(origin), maxBytes: 4 }));
    expect(failure).toMatchObject({ reason: 'too_large', sent: true, status: 200 });
  });

  test('fails beyond the limit and when it breaks off', async () => {
    const endless = await serve((_, response) => {
      response.write('1234');
      response.write('56789');
    });
    const { stream } = await clientFor().download({ ...get(endless), maxBytes: 8 });
    expect(await failureOf(buffer(stream))).toMatchObject({ reason: 'too_large', sent: true });
    const broken = await serve((_, response) => response.write('half', () => response.socket?.resetAndDestroy()));
    const { stream: half } = await clientFor().download({ ...get(broken), maxBytes: 8 });
    expect(await failureOf(buffer(half))).toMatchObject({ reason: 'reset', sent: true, status: 200 });
  });

  test('is received no faster than it is read', async () => {
    let producedBytes = 0;
    const origin = await serve((_, response) => {
      Readable.from(
        (function* () {
          for (let chunk = 0; chunk < 800; chunk += 1) {
            producedBytes += 65_536;
            yield Buffer.alloc(65_536);
          }
        })(),
      ).pipe(response);
    });
    const { stream } = await clientFor().download({ ...get(origin), maxBytes: 1e9 });
    let before = -1;
    while (before !== producedBytes) {
      before = producedBytes;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(producedBytes).toBeLessThan(800 * 65_536);
    expect((await buffer(stream)).length).toBe(800 * 65_536);
  });

  test('closes its connection when it is destroyed', async () => {
    const closed = Promise.withResolvers<void>();
    const origin = await serve((_, response) => {
      response.write('first');
      response.on('close', closed.resolve);
    });
    const { stream } = await clientFor().download({ ...get(origin), maxBytes: 1e6 });
    stream.destroy();
    await closed.promise;
  });
});
