import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ca, expired, misnamed, valid } from '@hubbub/guarded-http/certificates.fixture.ts';
import { closedPort, onTestEnd, serveSockets } from '@hubbub/guarded-http/servers.fixture.ts';
import { describe, expect, test } from 'vitest';
import { type CustomerHttpOptions, createCustomerHttp } from './customer-http.ts';

const HEAD = 'HTTP/1.1 200 OK\r\n';

function customers(options: Partial<CustomerHttpOptions>) {
  const http = createCustomerHttp({
    worldUrl: () => undefined,
    ready: async () => {},
    userAgent: 'Hubbub/1',
    ...options,
  });
  onTestEnd(() => http.close());
  return http;
}

/** Calls a receiver whose connections do as the test says once the first bytes of a request have come. */
async function call(onRequest: (socket: Socket) => unknown, timeoutMs = 5000, body = '{}') {
  const port = await serveSockets((socket) => socket.once('data', () => onRequest(socket)));
  const { callCustomer } = customers({ worldUrl: () => `http://127.0.0.1:${port}` });
  const url = 'https://simulator.test/receiver/one';
  return callCustomer({
    tenant: { world: { id: 'w_0123456789abcdef', aheadSeconds: 0 } },
    url,
    headers: {},
    body,
    timeoutMs,
  });
}

/** Writes the piece again and again until the socket is closed. */
function repeat(socket: Socket, piece: string, everyMs: number) {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}

describe('a response that', () => {
  test('never ends is cut at 64 KiB, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const response = await call((socket) => {
      socket.once('close', () => closed.resolve());
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      const pour = () => {
        while (!socket.destroyed && socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`));
      };
      socket.on('drain', pour);
      pour();
    });
    expect(response).toMatchObject({ status: 200, reason: null, error: null });
    expect(response.body).toBe('x'.repeat(64 * 1024));
    await closed.promise;
  });

  test('drips counts by its status, and what came is kept', async () => {
    const response = await call((socket) => {
      socket.write(`${HEAD}content-length: 1000000\r\n\r\n`);
      repeat(socket, 'x', 10);
    }, 300);
    expect(response).toMatchObject({
      status: 200,
      reason: null,
      body: expect.stringMatching(/^x+$/),
      error: expect.stringContaining('only its status counts'),
    });
  });

  test.each([
    ['says nothing', () => {}],
    [
      'drips its head',
      (socket: Socket) => {
        socket.write(HEAD);
        repeat(socket, 'x-a: b\r\n', 20);
      },
    ],
    ['consists of interim heads', (socket: Socket) => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 20)],
  ])('%s runs out of time', async (_what, onRequest) => {
    expect(await call(onRequest, 200)).toMatchObject({
      status: null,
      reason: 'timeout',
      error: expect.stringContaining('the request was sent, and no head of a response came'),
    });
  });

  test.each([
    ['has huge headers', `${HEAD}x-a: ${'b'.repeat(200_000)}\r\n\r\n`, 'protocol', 'its headers are too large'],
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'protocol', 'not valid HTTP'],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'reset',
      'ended before',
    ],
    ['has two lengths', `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`, 'reset', 'its length is not'],
    ['ends in its head', 'HTTP/1.1 200 O', 'reset', 'ended before the response was complete'],
    ['is empty', '', 'reset', 'ended before the response was complete'],
  ])('%s has a reason', async (_what, text, reason, message) => {
    const response = await call((socket) => socket.end(text));
    expect(response).toMatchObject({ status: null, reason, error: expect.stringContaining(message) });
  });

  test('is a reset has a reason', async () => {
    const response = await call((socket) => socket.resetAndDestroy());
    expect(response).toMatchObject({ status: null, reason: 'reset' });
  });

  test.each([
    ['is longer than it says', `${HEAD}content-length: 2\r\n\r\nokmore`, 'ok', null],
    ['is shorter than it says', `${HEAD}content-length: 9\r\n\r\nok`, 'ok', 'only its status counts'],
    ['breaks its chunks', `${HEAD}transfer-encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n`, 'ok', 'only its status counts'],
    ['has no body', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', '', null],
    ['has no length', `${HEAD}\r\nok`, 'ok', null],
  ])('%s counts by its status', async (_what, text, body, error) => {
    const response = await call((socket) => socket.end(text));
    expect(response).toMatchObject({
      status: 200,
      reason: null,
      body,
      error: error === null ? null : expect.stringContaining(error),
    });
  });

  test('comes before the request was read counts', async () => {
    const early = `HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbig`;
    const response = await call((socket) => socket.pause().write(early), 5000, 'x'.repeat(20_000_000));
    expect(response).toMatchObject({ status: 413, body: 'big' });
  });

  test('is no text can be stored', async () => {
    const bytes = Buffer.from([0xff, 0, 0xc3, 0x28, 0xed, 0xa0, 0x80]);
    const response = await call((socket) => {
      socket.write(`${HEAD}content-length: ${bytes.length}\r\n\r\n`);
      socket.end(bytes);
    });
    expect(response.body).toMatch(/^[\ufffd(]+$/);
  });
});

describe('over https', () => {
  const serveHttps = async (certificate: { key: string; cert: string }): Promise<Server> => {
    const server = createServer(certificate, (request, response) => {
      request.resume().on('end', () => response.end('ok'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestEnd(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return server;
  };
  const addressOf = (server: Server, host = '127.0.0.1') =>
    `https://${host}:${(server.address() as AddressInfo).port}/`;
  const post = (http: ReturnType<typeof customers>, url: string) =>
    http.callCustomer({ tenant: { world: null }, url, headers: {}, body: '{}', timeoutMs: 5000 });

  test('200 calls, five at a time, share ten connections; later ones continue a TLS session', async () => {
    const server = await serveHttps(valid);
    let connections = 0;
    let resumed = 0;
    server.on('secureConnection', (socket) => {
      connections += 1;
      resumed += Number(socket.isSessionReused());
    });
    const http = customers({ allowPrivateNetwork: true, ca });
    const url = addressOf(server, 'localhost');
    const repeatedly = async () => {
      for (let call = 0; call < 40; call += 1) expect(await post(http, url)).toMatchObject({ status: 200, body: 'ok' });
    };
    await Promise.all(Array.from({ length: 5 }, repeatedly));
    // A connection rests for one turn of the event loop before it is used again.
    expect(connections).toBeLessThanOrEqual(10);
    await Promise.all(Array.from({ length: 20 }, () => post(http, url)));
    expect(connections).toBeGreaterThan(10);
    expect(resumed).toBeGreaterThan(0);
  });

  test('a failed handshake says what is wrong', async () => {
    const [good, old, other] = (await Promise.all([valid, expired, misnamed].map(serveHttps))) as [
      Server,
      Server,
      Server,
    ];
    const plain = await serveSockets((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')));
    const [trusting, usual] = [customers({ allowPrivateNetwork: true, ca }), customers({ allowPrivateNetwork: true })];
    const faults: [typeof usual, string, string, string][] = [
      [trusting, addressOf(old), 'tls', 'its certificate has expired'],
      [usual, addressOf(good), 'tls', 'its chain of certificates is incomplete'],
      [trusting, addressOf(other), 'tls', 'its certificate is for another host name'],
      [trusting, `https://127.0.0.1:${plain}/`, 'tls', 'the server does not speak TLS there'],
      [trusting, `https://127.0.0.1:${await closedPort()}/`, 'refused', 'the connection was refused'],
      [trusting, 'https://nobody.invalid/', 'dns', 'the host name could not be resolved'],
      [usual, 'http://127.0.0.1/', 'blocked', 'must use https'],
    ];
    for (const [http, url, reason, message] of faults) {
      expect(await post(http, url), url).toMatchObject({
        status: null,
        reason,
        error: expect.stringContaining(message),
      });
    }
  });
});
