import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createExposure } from '../src/http/exposure.ts';
import { CHUNKS, CONNECTIONS, IN_WORK } from '../src/http/limits/bounds.ts';
import { limitPages } from '../src/http/limits/page-limit.ts';
import { createServer, type ServerOptions } from '../src/http/server.ts';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from './harness.ts';
import { type RawConnection, rawConnection } from './raw-connection.ts';
import { withNewKey } from './steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({}, { isOwn: true });
  ws = await service.workspace({ plan: 'free' });
});
afterAll(() => service.close());

async function open(url = service.url): Promise<RawConnection> {
  const connection = await rawConnection(url);
  onTestFinished(() => void connection.socket.destroy());
  return connection;
}

const arrived = (connection: RawConnection, pattern: RegExp) =>
  until(async () => pattern.test(connection.received()), `${pattern} arrives`);

/** The server alone, with other limits and more routes. */
async function serve(limits: ServerOptions, addRoutes: (app: FastifyInstance) => unknown = () => {}): Promise<string> {
  const app = createServer([], limits);
  app.get('/quick', () => ({ ok: true }));
  app.post('/sent', (request) => ({ sent: request.body }));
  app.get('/health/live', () => ({ status: 'ok' }));
  addRoutes(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

test('a connection has few unanswered requests', async () => {
  let handled = 0;
  const url = await serve({}, (app) => app.get('/counted', () => ({ handled: ++handled })));
  const request = 'GET /counted HTTP/1.1\r\nhost: x\r\n\r\n';
  const [some, many] = await Promise.all([open(url), open(url)]);
  some.socket.write(request.repeat(CONNECTIONS.unansweredMax));
  await until(async () => some.received().split('"handled"').length > CONNECTIONS.unansweredMax, 'all are answered');
  some.socket.write(request);
  await until(async () => some.received().includes(`"handled":${CONNECTIONS.unansweredMax + 1}`), 'it goes on');
  many.socket.write(request.repeat(20_000));
  await many.ended;
  expect(handled).toBeLessThanOrEqual(2 * (CONNECTIONS.unansweredMax + 1));
});

describe('a body of tiny chunks', () => {
  const TINY = '1\r\n \r\n';
  const MANY = 20_000;
  const headOf = (line: string, more = '') =>
    `${line} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${more}transfer-encoding: chunked\r\n\r\n`;

  /** A server that counts the chunks which reach a route. */
  async function serveCounting(limits: ServerOptions = {}) {
    const counted = { chunks: 0, unread: 0 };
    const url = await serve(limits, (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _payload, done) => done(null));
      app.post('/counted', async ({ raw }) => {
        for await (const _ of raw) counted.chunks += 1;
        return { read: true };
      });
      app.post('/streamed', ({ raw }) => {
        raw.on('data', () => counted.unread++);
        return Readable.from(['early']);
      });
    });
    return { url, counted };
  }

  test('is rejected by its route or before, and no more of it is handled', async () => {
    const { url, counted } = await serveCounting();
    const connection = await open(url);
    connection.socket.write(`${headOf('POST /counted')}${TINY.repeat(MANY)}`);
    await connection.ended;
    expect(connection.received()).toMatch(/^HTTP\/1\.1 400 .*connection: close.*"validation\.body_invalid"/s);
    expect(connection.received().split('HTTP/1.1')).toHaveLength(2);
    expect(counted.chunks).toBeLessThan(1.1 * CHUNKS.tinyMax);
    // Node uses the parser again.
    for (let n = 0; n < 3; n++) {
      const next = await open(url);
      next.socket.write(`POST /counted HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\ntrue`);
      await arrived(next, /^HTTP\/1\.1 200 .*"read":true/s);
    }
    expect(counted.chunks).toBeLessThan(1.1 * CHUNKS.tinyMax + 4);
  });

  test('ends the connection also after a response', async () => {
    const { url, counted } = await serveCounting();
    for (const path of ['/nowhere', '/streamed']) {
      const connection = await open(url);
      connection.socket.write(`${headOf(`POST ${path}`)}${TINY.repeat(MANY)}`);
      await connection.ended;
      expect(connection.received().match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    }
    expect(counted.unread).toBeLessThan(1.1 * CHUNKS.tinyMax);
  });

  test('does not answer before an earlier request of its connection', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const url = await serve({}, (app) => app.get('/held', () => released.then(() => ({ held: true }))));
    const connection = await open(url);
    connection.socket.write(`GET /held HTTP/1.1\r\nhost: x\r\n\r\n${headOf('POST /sent')}${TINY.repeat(MANY)}`);
    await connection.ended;
    release();
    expect(connection.received()).not.toContain('HTTP/1.1 400');
  });

  test('is read when it arrives slowly, or is short', async () => {
    const { url, counted } = await serveCounting({ chunks: { tinyMax: 4, tinyPerSecondMax: 1_000_000 } });
    const connection = await open(url);
    connection.socket.write(headOf('POST /counted'));
    for (let n = 1; n <= 50; n++) {
      connection.socket.write(TINY);
      await until(async () => counted.chunks === n, 'it is read');
    }
    connection.socket.write('0\r\n\r\n');
    await arrived(connection, /^HTTP\/1\.1 200 /);
    const short = await open(await serve({}));
    short.socket.write(`${headOf('POST /sent')}${TINY.repeat(500)}4\r\ntrue\r\n0\r\n\r\n`);
    await arrived(short, /^HTTP\/1\.1 200 .*"sent":true/s);
  });

  test('is not one of lines', async () => {
    const { url, counted } = await serveCounting();
    const connection = await open(url);
    const line = `20\r\n${'a'.repeat(32)}\r\n`;
    connection.socket.write(`${headOf('POST /counted')}${line.repeat(MANY)}0\r\n\r\n`);
    await arrived(connection, /^HTTP\/1\.1 200 /);
    // A chunk that two reads share counts twice.
    expect(counted.chunks).toBeGreaterThanOrEqual(MANY);
  });

  test('is read at a pace when they are small', async () => {
    const { url, counted } = await serveCounting({ chunks: { smallPerSecondMax: 20 } });
    const connection = await open(url);
    const line = `20\r\n${'a'.repeat(32)}\r\n`;
    connection.socket.write(`${headOf('POST /counted')}${line.repeat(MANY)}`);
    await until(async () => counted.chunks > 20, 'it is read');
    await sleep(200);
    expect(counted.chunks).toBeLessThan(MANY / 2);
    const whole = await open(url);
    whole.socket.write(`${headOf('POST /counted')}1000\r\n${'a'.repeat(4096)}\r\n0\r\n\r\n`);
    await arrived(whole, /^HTTP\/1\.1 200 /);
    connection.socket.destroy();
  });

  test('is rejected by every route', async () => {
    const { body } = await ws.api.get('/v1/media/upload-url?media_type=video/mp4&filename=a.mp4');
    const { pathname, search } = new URL(body.upload_url);
    const auth = `authorization: Bearer ${ws.api.key}\r\n`;
    const form = `${auth}content-type: multipart/form-data; boundary=x\r\n`;
    const heads = [
      headOf('POST /v1/posts', auth),
      headOf('GET /v1/posts', auth),
      headOf('POST /v1/media/upload', form).replace('content-type: application/json\r\n', ''),
      headOf(`PUT ${pathname}${search}`).replace('application/json', 'video/mp4'),
      headOf(`POST /callbacks/test/${ws.world}/facebook`),
      headOf(`POST /simulator/${ws.world}/control/accounts`),
      headOf('POST /oauth/choice').replace('application/json', 'application/x-www-form-urlencoded'),
      headOf('POST /nothing'),
      headOf('POST /%zz'),
    ];
    const all = await Promise.all(heads.map(() => open()));
    all.forEach(({ socket }, n) => void socket.write(`${heads[n]}${TINY.repeat(MANY)}`));
    await Promise.all(all.map(({ ended }) => ended));
    const isRejected = (text: string) => text.startsWith('HTTP/1.1 400 ') && text.includes('too many tiny chunks');
    const others = heads.filter((_, n) => !isRejected(all[n]?.received() ?? ''));
    expect(others.map((head) => head.split(' ')[1])).toEqual(['/nothing', '/%zz']);
  });
});

const part = (disposition: string, content: string) =>
  `--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

describe('a rejected form', () => {
  const filler = 'a'.repeat(500_000);
  const forms = {
    'with an unknown field': part('name="other"; filename="a.bin"', filler),
    'with two files': `${part('name="file"; filename="a.bin"', 'a')}${part('name="file"; filename="b.bin"', filler)}`,
    'with a text in place of the file': part('name="file"', filler),
  };
  for (const [name, form] of Object.entries(forms))
    test(`${name} leaves its connection usable`, async () => {
      const connection = await open();
      const body = `${form}--x--\r\n`;
      const head = [
        'POST /v1/media/upload HTTP/1.1',
        'host: x',
        `authorization: Bearer ${ws.api.key}`,
        'content-type: multipart/form-data; boundary=x',
        `content-length: ${body.length}`,
      ];
      connection.socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      await arrived(connection, /^HTTP\/1\.1 400 .*"invalid_request"/s);
      connection.socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
      await arrived(connection, /HTTP\/1\.1 200 .*"status":"ok"/s);
    });
});

describe('a client that reads only after it has sent everything', () => {
  async function sendAll(head: readonly string[], bytes: number): Promise<RawConnection> {
    const connection = await open();
    const { socket } = connection;
    socket.pause();
    socket.write(`${[...head, 'host: x', `content-length: ${bytes}`].join('\r\n')}\r\n\r\n`);
    const piece = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < bytes; sent += piece.length)
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), connection.ended]);
    socket.resume();
    return connection;
  }

  test('gets the 413 of an upload beyond the plan', async () => {
    const query = 'media_type=video/mp4&filename=large.mp4';
    const { body } = await ws.api.get(`/v1/media/upload-url?${query}`);
    const { pathname, search } = new URL(body.upload_url);
    const head = [`PUT ${pathname}${search} HTTP/1.1`, 'content-type: video/mp4'];
    const connection = await sendAll(head, 110 * 1024 * 1024);
    await connection.ended;
    expect(connection.fault()).toBeUndefined();
    expect(connection.received()).toMatch(/^HTTP\/1\.1 413 .*connection: close.*"storage_quota_exceeded"/is);
  });

  test('gets the 413 of a JSON body that is too large', async () => {
    const auth = `authorization: Bearer ${ws.api.key}`;
    const head = ['POST /v1/posts HTTP/1.1', auth, 'content-type: application/json'];
    const connection = await sendAll(head, 8 * 1024 * 1024);
    await connection.ended;
    expect(connection.fault()).toBeUndefined();
    expect(connection.received()).toMatch(/^HTTP\/1\.1 413 .*"payload_too_large"/s);
  });
});

test('a request that never ends after its rejection is given up', async () => {
  const url = await serve({ droppedBytesMax: 1024 * 1024, droppedMsMax: 600_000 });
  const connection = await open(url);
  connection.socket.write('POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 100000000000\r\n\r\n');
  await arrived(connection, /^HTTP\/1\.1 404 .*connection: close.*\r\n\r\n\{.*\}$/is);
  const piece = Buffer.alloc(256 * 1024);
  while (!connection.isClosed()) {
    if (!connection.socket.write(piece)) await Promise.race([once(connection.socket, 'drain'), connection.ended]);
    await new Promise(setImmediate);
  }
});

test('a request that stalls after its rejection is given up', async () => {
  const url = await serve({ droppedMsMax: 50 });
  const connection = await open(url);
  connection.socket.write('POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n');
  await arrived(connection, /^HTTP\/1\.1 404 /);
  await connection.ended;
});

describe('a connection ends', () => {
  test('when its head does not arrive in time', async () => {
    const connection = await open(await serve({ headMsMax: 200 }));
    connection.socket.write('GET /quick HTTP/1.1\r\nhost: x\r\nx-slow: ');
    await connection.ended;
    expect(connection.received()).toMatch(/^HTTP\/1\.1 408 .*did not arrive in time/s);
  });

  test('when it stays silent from the start', async () => {
    const connection = await open(await serve({ headMsMax: 200 }));
    await connection.ended;
  });

  test('when it is idle after a response', async () => {
    const connection = await open(await serve({ idleMsMax: 200 }));
    connection.socket.write('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n');
    await connection.ended;
    expect(connection.received()).toMatch(/^HTTP\/1\.1 200 .*"ok":true/s);
  });
});

const OK = expect.stringMatching(/^HTTP\/1\.1 200 /);

const ask = async (connection: RawConnection, path: string) => {
  const { length } = connection.received();
  connection.socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await Promise.race([until(async () => connection.received().length > length, 'an answer'), connection.ended]);
  return connection.received().slice(length);
};

describe('when there are too many connections', () => {
  const FULL = /^HTTP\/1\.1 503 .*connection: close.*retry-after: 5.*"unavailable".*"max":2\b/is;

  test('further ones are answered with 503; a place that gets free is given again', async () => {
    const url = await serve({ connectionsMax: 2 });
    const [first, second] = [await open(url), await open(url)];
    expect([await ask(first, '/quick'), await ask(second, '/quick')]).toEqual([OK, OK]);
    for (const { socket } of [first, second]) socket.write('GET /quick HTTP/1.1\r\n');
    const third = await open(url);
    expect(await ask(third, '/quick')).toMatch(FULL);
    await third.ended;
    first.socket.destroy();
    await until(async () => OK.asymmetricMatch(await ask(await open(url), '/quick')), 'a place is free');
  });

  test('health is still answered, however many others come', async () => {
    const url = await serve({ connectionsMax: 2 });
    const silent = [];
    for (let n = 0; n < 200; n += 1) silent.push(await open(url));
    expect(await ask(await open(url), '/health/live')).toEqual(OK);
    expect(silent.slice(0, 2).map(({ isClosed }) => isClosed())).toEqual([false, false]);
  });

  test('of one client network, it gets health only', async () => {
    const url = await serve({ connectionsPerNetworkMax: 2, sharedAddresses: [] });
    const all = [await open(url), await open(url)];
    expect([await ask(await open(url), '/quick'), await ask(await open(url), '/health/live')]).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 503 /),
      OK,
    ]);
    all[0]?.socket.destroy();
    await until(async () => OK.asymmetricMatch(await ask(await open(url), '/quick')), 'a place is free');
    const own = await serve({ connectionsPerNetworkMax: 0 });
    expect(await ask(await open(own), '/quick')).toEqual(OK);
  });

  test('idle ones are closed before the last tenth is taken', async () => {
    const url = await serve({ connectionsMax: 20 });
    const idle = [];
    for (let n = 0; n < 18; n += 1) {
      idle.push(await open(url));
      expect(await ask(idle[n] as RawConnection, '/quick')).toEqual(OK);
    }
    expect(idle.some(({ isClosed }) => isClosed())).toBe(false);
    expect(await ask(await open(url), '/quick')).toEqual(OK);
    await Promise.all(idle.map(({ ended }) => ended));
  });

  test('responses that take long leave a tenth of them free', async () => {
    let staying = 0;
    const url = await serve({ connectionsMax: 20 }, (app) =>
      app.get('/long', async (_request, reply) => {
        app.connections.stay(reply.raw);
        staying += 1;
        await once(reply.raw, 'close');
        staying -= 1;
      }),
    );
    const long = [];
    for (let n = 0; n < 18; n += 1) {
      long.push(await open(url));
      long[n]?.socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
    }
    await until(async () => staying === 18, 'all are open');
    const other = await open(url);
    expect(await ask(other, '/long')).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5.*"max":18\b/is);
    expect(await ask(other, '/quick')).toEqual(OK);
    long[0]?.socket.destroy();
    await until(async () => staying === 17, 'one has ended');
    other.socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(async () => staying === 18, 'its place is given again');
  });
});

test('a client network gets so many pages a minute; keys, callbacks and health are not counted', async () => {
  const exposed = { isPrivate: false, isLoopback: false, publicUrl: undefined, operatorToken: 'x'.repeat(16) };
  const url = await serve({}, (app) => limitPages(app, createExposure(exposed), 3));
  const paths = ['/nothing', '/quick', '/simulator/', '/quick', '/metrics', '/guide', '/v1/invite/x'];
  const free = ['/v1/posts', '/callbacks/x', '/media/files/x', '/health/live'];
  const statuses = [];
  for (const path of [...paths, ...free]) statuses.push((await fetch(`${url}${path}`)).status);
  expect(statuses).toEqual([404, 200, 404, 429, 429, 429, 429, 404, 404, 404, 200]);
  const rejected = await fetch(`${url}/quick`);
  const { code, meta } = (await rejected.json()) as Body;
  expect({ code, meta }).toEqual({
    code: 'too_many_requests',
    meta: { max: 3, resource: 'address', retry_after: Number(rejected.headers.get('retry-after')) },
  });
});

describe('requests of one tenant at once', () => {
  const REJECTED = /^HTTP\/1\.1 429 .*retry-after: 1\r.*"too_many_requests".*"requests\.at_once_limit"/is;

  /** Sends requests that wait for their bodies, one more than are let in. */
  async function fill(key: string, places: number, max: number): Promise<RawConnection[]> {
    const fields = [`authorization: Bearer ${key}`, 'content-type: application/json', 'content-length: 9'];
    const halves = await Promise.all(Array.from({ length: places + 1 }, () => open()));
    for (const { socket } of halves)
      socket.write(`POST /v1/posts HTTP/1.1\r\nhost: x\r\n${fields.join('\r\n')}\r\n\r\n`);
    const rejected = () => halves.filter(({ received }) => REJECTED.test(received()));
    await until(async () => rejected().length > 0, `the limit of ${max} is reached`);
    expect(rejected()[0]?.received()).toContain(`"max":${max}`);
    return halves;
  }

  test('leave room for its other keys, and for all others', async () => {
    const own = await service.workspace();
    const second = await withNewKey(service, own);
    const { perKeyMax, perTenantMax } = IN_WORK;
    const halves = await fill(own.api.key, perKeyMax, perKeyMax);
    expect((await own.api.get('/v1/usage')).status).toBe(429);
    expect((await second.api.get('/v1/usage')).status).toBe(200);
    await fill(second.api.key, perTenantMax - perKeyMax, perTenantMax);
    expect((await second.api.get('/v1/usage')).status).toBe(429);
    expect((await ws.api.get('/v1/usage')).status).toBe(200);
    for (const { socket } of halves) socket.destroy();
    await until(async () => (await own.api.get('/v1/usage')).status === 200, 'there is room again');
  });
});

describe('a client that reads too slowly', () => {
  /** More than the system takes for a client that does not read. */
  const LARGE = 32 * 1024 * 1024;

  /** A server of large responses, which counts those that have ended. */
  async function serveLarge(limits: ServerOptions): Promise<{ readonly url: string; readonly ended: () => number }> {
    let ended = 0;
    const url = await serve(limits, (app) =>
      app.get('/large', (_request, reply) => {
        reply.raw.once('close', () => {
          ended += 1;
        });
        return Buffer.alloc(LARGE);
      }),
    );
    return { url, ended: () => ended };
  }

  /** Asks for a large response and reads nothing. */
  async function askAndStall(url: string): Promise<RawConnection> {
    const connection = await open(url);
    connection.socket.pause();
    connection.socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
    return connection;
  }

  test('loses its connection', async () => {
    const { url, ended } = await serveLarge({ readingMsMax: 1 });
    await askAndStall(url);
    await until(async () => ended() === 1, 'its connection is closed');
  });

  test('loses it sooner when much is left unread in all', async () => {
    const { url, ended } = await serveLarge({ unsentBytesMax: 1.2 * LARGE });
    const stalled = [await askAndStall(url), await askAndStall(url)];
    await until(async () => ended() === 1, 'one is closed');
    for (const { socket } of stalled) socket.resume();
    await until(async () => stalled.some((one) => one.received().length > LARGE), 'the other gets all');
  });
});

describe('a head that is too large', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: 1\r\n`).join('');
  const heads = {
    'with a field of 64 KiB': `GET /quick HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(64 * 1024)}\r\n\r\n`,
    'with 10,000 fields': `GET /quick HTTP/1.1\r\nhost: x\r\n${fields(10_000)}\r\n`,
    'with 200 fields, which Node would take': `GET /quick HTTP/1.1\r\nhost: x\r\n${fields(200)}\r\n`,
    'with an address of 64 KiB': `GET /quick?${'a'.repeat(64 * 1024)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  };
  for (const [name, head] of Object.entries(heads))
    test(`${name} is rejected with 400`, async () => {
      const connection = await open(await serve({}));
      connection.socket.write(head);
      await arrived(connection, /^HTTP\/1\.1 400 .*"code":"invalid_request"/s);
    });

  test('is not one with 90 fields', async () => {
    const connection = await open(await serve({}));
    connection.socket.write(`GET /quick HTTP/1.1\r\nhost: x\r\n${fields(90)}\r\n`);
    await arrived(connection, /^HTTP\/1\.1 200 .*"ok":true/s);
  });
});

test('a request whose address cannot be read ends its connection when its body does not come', async () => {
  const connection = await open(await serve({}));
  connection.socket.write('POST /%zz HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n');
  await arrived(connection, /^HTTP\/1\.1 400 /);
  await connection.ended;
});

test('a body may take longer than a head', async () => {
  const connection = await open(await serve({ headMsMax: 100 }));
  const head = ['POST /sent HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 4'];
  connection.socket.write(`${head.join('\r\n')}\r\n\r\ntr`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  connection.socket.write('ue');
  await arrived(connection, /^HTTP\/1\.1 200 .*"sent":true/s);
});
