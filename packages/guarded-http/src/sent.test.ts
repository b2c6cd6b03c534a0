import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { clientFor, closedPort, failureOf, serve, serveSockets } from './servers.fixture.ts';

afterEach(() => {
  vi.useRealTimers();
});

const post = (url: string | number) => ({
  method: 'POST' as const,
  url: typeof url === 'number' ? `http://127.0.0.1:${url}/` : url,
  body: { json: { text: 'hello' } },
});

/** Fake time, so that only the order of events counts. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('a rejected connection proves that nothing was sent', async () => {
  const failure = await failureOf(clientFor().request(post(await closedPort())));
  expect(failure).toMatchObject({ reason: 'refused', sent: false });
});

test('an unknown name proves that nothing was sent', async () => {
  const lookup = async () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
  const client = clientFor({ lookup });
  expect(await failureOf(client.request(post('http://nowhere.test/')))).toMatchObject({ reason: 'dns', sent: false });
  const empty = clientFor({ lookup: async () => [] });
  expect(await failureOf(empty.request(post('http://nowhere.test/')))).toMatchObject({ reason: 'dns', sent: false });
});

test('a failed TLS handshake proves that nothing was sent', async () => {
  const plain = await serveSockets((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const failure = await failureOf(clientFor().request(post(`https://127.0.0.1:${plain}/`)));
  expect(failure).toMatchObject({ reason: 'tls', sent: false });
});

test('a connection closed during the TLS handshake proves that nothing was sent', async () => {
  const closing = await serveSockets((socket) => socket.once('data', () => socket.destroy()));
  const failure = await failureOf(clientFor().request(post(`https://127.0.0.1:${closing}/`)));
  expect(failure.sent).toBe(false);
});

test('a timeout before the connection proves that nothing was sent', async () => {
  stopTimers();
  const lookedUp = Promise.withResolvers<void>();
  const client = clientFor({
    lookup: () => {
      lookedUp.resolve();
      return new Promise(() => {});
    },
  });
  const outcome = failureOf(client.request({ ...post('http://slow.test/'), timeoutMs: 60_000 }));
  await lookedUp.promise;
  vi.advanceTimersByTime(60_000);
  expect(await outcome).toMatchObject({ reason: 'timeout', sent: false });
});

test('a request aborted during its connection is never written', async () => {
  let received = '';
  const port = await serveSockets((socket) => socket.on('data', (chunk) => (received += chunk)));
  const cancel = new AbortController();
  const response = Promise.withResolvers<{ address: string; family: number }[]>();
  const asked = Promise.withResolvers<void>();
  const client = clientFor({
    lookup: () => {
      asked.resolve();
      return response.promise;
    },
  });
  const abandoned = failureOf(client.request({ ...post(`http://slow.test:${port}/`), signal: cancel.signal }));
  await asked.promise;
  cancel.abort();
  expect(await abandoned).toMatchObject({ reason: 'aborted', sent: false });
  // The connection succeeds later, and the next request uses it.
  response.resolve([{ address: '127.0.0.1', family: 4 }]);
  const next = client.request({
    method: 'GET',
    url: `http://slow.test:${port}/next`,
    signal: AbortSignal.timeout(5e3),
  });
  await vi.waitFor(() => expect(received).toContain('GET /next'));
  expect(received).not.toContain('POST');
  void next.catch(() => {});
});

test('a process that resumes after the deadline writes nothing', async () => {
  // This timer stands for one that has not run yet when the connection succeeds.
  stopTimers();
  const port = await serveSockets((socket) => socket.on('data', () => expect.unreachable()));
  const deadline = performance.now() + 20;
  const lookup = async () => {
    while (performance.now() <= deadline);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const failure = await failureOf(clientFor({ lookup }).request({ ...post(`http://late.test:${port}/`), deadline }));
  expect(failure).toMatchObject({ reason: 'timeout', sent: false });
});

test('a past deadline or an aborted signal sends nothing', async () => {
  const client = clientFor();
  const late = client.request({ ...post(await closedPort()), deadline: performance.now() - 1 });
  expect(await failureOf(late)).toMatchObject({ reason: 'timeout', sent: false });
  const aborted = client.request({ ...post(await closedPort()), signal: AbortSignal.abort() });
  expect(await failureOf(aborted)).toMatchObject({ reason: 'aborted', sent: false });
});

test('a timeout while waiting for a free connection proves that nothing was sent', async () => {
  const arrived = Promise.withResolvers<void>();
  const origin = await serve(() => arrived.resolve());
  const client = clientFor({ connectionsMax: 1 });
  const running = failureOf(client.request(post(origin)));
  await arrived.promise;
  const cancel = new AbortController();
  const queued = failureOf(client.request({ ...post(origin), signal: cancel.signal }));
  cancel.abort();
  expect(await queued).toMatchObject({ reason: 'aborted', sent: false });
  await client.close(0);
  expect(await running).toMatchObject({ reason: 'closed', sent: true });
});

test('a reset before the response may have been sent', async () => {
  const origin = await serve((request) => request.resume().on('end', () => request.socket.resetAndDestroy()));
  expect(await failureOf(clientFor().request(post(origin)))).toMatchObject({ reason: 'reset', sent: true });
});

test('a close before the response may have been sent', async () => {
  const origin = await serve((request) => request.resume().on('end', () => request.socket.end()));
  expect(await failureOf(clientFor().request(post(origin)))).toMatchObject({ reason: 'reset', sent: true });
});

test('a request on a kept connection that the other side closes may have been sent and is not repeated', async () => {
  let connections = 0;
  let requests = 0;
  const port = await serveSockets((socket: Socket) => {
    connections += 1;
    socket.on('data', () => {
      requests += 1;
      if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      else socket.destroy();
    });
  });
  const client = clientFor({ connectionsMax: 1 });
  expect((await client.request({ method: 'GET', url: `http://127.0.0.1:${port}/` })).text()).toBe('ok');
  const failure = await failureOf(client.request({ method: 'GET', url: `http://127.0.0.1:${port}/` }));
  expect(failure).toMatchObject({ reason: 'reset', sent: true });
  expect([connections, requests]).toEqual([1, 2]);
});

test.each([
  ['by length', 'HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\nhalf'],
  ['by chunks', 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
])('an incomplete response may have been sent and reports its status (%s)', async (_, head) => {
  const port = await serveSockets((socket) => socket.once('data', () => socket.end(head)));
  expect(await failureOf(clientFor().request(post(port)))).toMatchObject({ reason: 'reset', sent: true, status: 201 });
});

test('a request with a response that is not HTTP may have been sent', async () => {
  const port = await serveSockets((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
  const failure = await failureOf(clientFor().request(post(port)));
  expect(failure).toMatchObject({ reason: 'protocol', sent: true });
  expect(inspect(failure)).not.toContain('OpenSSH');
});

test('a request with endless response headers may have been sent', async () => {
  const port = await serveSockets((socket) =>
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1e6)}\r\n\r\n`)),
  );
  expect(await failureOf(clientFor().request(post(port)))).toMatchObject({ reason: 'protocol', sent: true });
});

test('a timeout after the request was read may have been sent', async () => {
  stopTimers();
  const read = Promise.withResolvers<void>();
  const origin = await serve((request) => request.resume().on('end', read.resolve));
  const outcome = failureOf(clientFor().request({ ...post(origin), timeoutMs: 60_000 }));
  await read.promise;
  vi.advanceTimersByTime(60_000);
  expect(await outcome).toMatchObject({ reason: 'timeout', sent: true, status: undefined });
});

test('an abort after the request was read may have been sent', async () => {
  const read = Promise.withResolvers<void>();
  const origin = await serve((request) => request.resume().on('end', read.resolve));
  const cancel = new AbortController();
  const outcome = failureOf(clientFor().request({ ...post(origin), signal: cancel.signal }));
  await read.promise;
  cancel.abort();
  expect(await outcome).toMatchObject({ reason: 'aborted', sent: true });
});

test('a slow response fails at the deadline', async () => {
  stopTimers();
  const origin = await serve((_, response) => response.write('one byte'));
  const { stream } = await clientFor().download({ method: 'GET', url: origin, maxBytes: 1e6, timeoutMs: 60_000 });
  const [first] = await once(stream, 'data');
  expect(String(first)).toBe('one byte');
  vi.advanceTimersByTime(60_000);
  await expect(once(stream, 'end')).rejects.toMatchObject({ reason: 'timeout', sent: true, status: 200 });
});

test('a request whose body breaks may have been sent', async () => {
  const arrived = Promise.withResolvers<void>();
  const origin = await serve(() => arrived.resolve());
  const bytes = new Readable({ read() {} });
  bytes.push('first');
  const outcome = failureOf(
    clientFor().request({ method: 'PUT', url: origin, body: { bytes, type: 'application/octet-stream' } }),
  );
  await arrived.promise;
  bytes.destroy(new Error('disk'));
  expect(await outcome).toMatchObject({ reason: 'upload', sent: true });
});

test('a request whose body is shorter than announced may have been sent', async () => {
  const origin = await serve((request) => request.resume());
  const body = { bytes: Readable.from(['short']), sizeBytes: 100, type: 'text/plain' };
  const failure = await failureOf(clientFor().request({ method: 'PUT', url: origin, body }));
  expect(failure).toMatchObject({ reason: 'upload', sent: true });
});

test('a closed client sends nothing', async () => {
  const client = clientFor();
  await client.close();
  await client.close();
  expect(await failureOf(client.request(post(await closedPort())))).toMatchObject({ reason: 'closed', sent: false });
});

test('closing waits for running requests', async () => {
  const arrived = Promise.withResolvers<void>();
  const origin = await serve((_, response) => {
    arrived.resolve();
    setImmediate(() => response.end('done'));
  });
  const client = clientFor();
  const running = client.request(post(origin));
  await arrived.promise;
  await client.close(60_000);
  expect((await running).text()).toBe('done');
});

test('closing fails requests that wait for a connection', async () => {
  const asked = Promise.withResolvers<void>();
  const responses = [new Promise<never>(() => {}), Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))];
  const client = clientFor({
    lookup: () => {
      asked.resolve();
      return responses.shift() ?? Promise.resolve([]);
    },
  });
  const waiting = failureOf(client.request(post('http://slow.test/')));
  await asked.promise;
  expect(await failureOf(client.request(post('http://slow.test/')))).toMatchObject({ reason: 'dns' });
  await client.close(0);
  expect(await waiting).toMatchObject({ reason: 'closed', sent: false });
});

test('messages carry no path, query or credentials', async () => {
  const port = await closedPort();
  const failure = await failureOf(clientFor().request(post(`http://127.0.0.1:${port}/path?access_token=s3cret`)));
  expect(failure.message).toBe(`POST http://127.0.0.1:${port}: the connection was refused`);
  const invalid = await failureOf(clientFor().request(post('http://[s3cret]/')));
  expect(JSON.stringify([invalid.message, invalid.cause ?? ''])).not.toContain('s3cret');
});
