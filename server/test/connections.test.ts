import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createServer, type ServerOptions } from '../src/http/server.ts';
import { startTestService, type TestService, type TestWorkspace, until } from './harness.ts';
import { type RawConnection, rawConnection } from './raw-connection.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
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

/** The server alone, with other limits. */
async function serve(limits: ServerOptions): Promise<string> {
  const app = createServer([], limits);
  app.get('/quick', () => ({ ok: true }));
  app.post('/sent', (request) => ({ sent: request.body }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const part = (disposition: string, content: string) =>
  `--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

describe('a refused form', () => {
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

test('a request that never ends after its refusal is given up', async () => {
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

test('a request that stalls after its refusal is given up', async () => {
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

  test('when there are too many; a place that gets free is given again', async () => {
    const url = await serve({ connectionsMax: 2 });
    const quick = async (connection: RawConnection) => {
      connection.socket.write('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n');
      await Promise.race([until(async () => connection.received() !== '', 'an answer'), connection.ended]);
      return connection.received().slice(9, 12);
    };
    const first = await open(url);
    expect([await quick(first), await quick(await open(url)), await quick(await open(url))]).toEqual([
      '200',
      '200',
      '',
    ]);
    first.socket.destroy();
    await until(async () => (await quick(await open(url))) === '200', 'a place is free');
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
    test(`${name} is refused with 400`, async () => {
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

test('one client network gets its share of the connections, and this machine all of them', async () => {
  const isServed = async (url: string) => {
    const connection = await open(url);
    connection.socket.write('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n');
    await Promise.race([until(async () => connection.received() !== '', 'an answer'), connection.ended]);
    return { connection, isServed: connection.received() !== '' };
  };
  const url = await serve({ connectionsPerNetworkMax: 2, sharedAddresses: [] });
  const all = [await isServed(url), await isServed(url), await isServed(url)];
  expect(all.map((one) => one.isServed)).toEqual([true, true, false]);
  all[0]?.connection.socket.destroy();
  await until(async () => (await isServed(url)).isServed, 'a place is free');

  const own = await serve({ connectionsPerNetworkMax: 0 });
  expect((await isServed(own)).isServed).toBe(true);
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
