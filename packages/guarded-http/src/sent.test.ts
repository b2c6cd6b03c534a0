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

/** Runs the clock by hand, so that only the order of events decides. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('a refused connection was not sent', async () => {
  const failure = await failureOf(clientFor().request(post(await closedPort())));
  expect(failure).toMatchObject({ reason: 'refused', sent: false });
});

test('an unknown name was not sent', async () => {
  const lookup = async () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
  const client = clientFor({ lookup });
  expect(await failureOf(client.request(post('http://nowhere.test/')))).toMatchObject({ reason: 'dns', sent: false });
  const empty = clientFor({ lookup: async () => [] });
  expect(await failureOf(empty.request(post('http://nowhere.test/')))).toMatchObject({ reason: 'dns', sent: false });
});

test('a failed TLS handshake was not sent', async () => {
  const plain = await serveSockets((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const failure = await failureOf(clientFor().request(post(`https://127.0.0.1:${plain}/`)));
  expect(failure).toMatchObject({ reason: 'tls', sent: false });
});

test('a connection closed during the TLS handshake was not sent', async () => {
  const closing = await serveSockets((socket) => socket.once('data', () => socket.destroy()));
  const failure = await failureOf(clientFor().request(post(`https://127.0.0.1:${closing}/`)));
  expect(failure.sent).toBe(false);
});

test('time running out before the connection was not sent', async () => {
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

test('a request given up while its connection is made is never written', async () => {
  let received = '';
  const port = await serveSockets((socket) => socket.on('data', (chunk) => (received += chunk)));
  const cancel = new AbortController();
  const answer = Promise.withResolvers<{ address: string; family: number }[]>();
  const asked = Promise.withResolvers<void>();
  const client = clientFor({
    lookup: () => {
      asked.resolve();
      return answer.promise;
    },
  });
  const abandoned = failureOf(client.request({ ...post(`http://slow.test:${port}/`), signal: cancel.signal }));
  await asked.promise;
  cancel.abort();
  expect(await abandoned).toMatchObject({ reason: 'aborted', sent: false });
  // The connection comes up after all; the next request uses it.
  answer.resolve([{ address: '127.0.0.1', family: 4 }]);
  const next = client.request({
    method: 'GET',
    url: `http://slow.test:${port}/next`,
    signal: AbortSignal.timeout(5e3),
  });
  await vi.waitFor(() => expect(received).toContain('GET /next'));
  expect(received).not.toContain('POST');
  void next.catch(() => {});
});

test('a process that wakes up after the deadline writes nothing', async () => {
  // The timer stands for one that has not had its turn yet when the connection comes up.
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

test('a deadline in the past or a signal given already was not sent', async () => {
  const client = clientFor();
  const late = client.request({ ...post(await closedPort()), deadline: performance.now() - 1 });
  expect(await failureOf(late)).toMatchObject({ reason: 'timeout', sent: false });
  const aborted = client.request({ ...post(await closedPort()), signal: AbortSignal.abort() });
  expect(await failureOf(aborted)).toMatchObject({ reason: 'aborted', sent: false });
});

test('waiting for one of few connections was not sent', async () => {
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

test('a reset before the answer is in doubt', async () => {
  const origin = await serve((request) => request.resume().on('end', () => request.socket.resetAndDestroy()));
  expect(await failureOf(clientFor().request(post(origin)))).toMatchObject({ reason: 'reset', sent: true });
});

test('a polite close before the answer is in doubt', async () => {
  const origin = await serve((request) => request.resume().on('end', () => request.socket.end()));
  expect(await failureOf(clientFor().request(post(origin)))).toMatchObject({ reason: 'reset', sent: true });
});

test('a kept connection closed by the other side is in doubt and not repeated', async () => {
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
])('an answer that breaks off is in doubt and tells its status (%s)', async (_, head) => {
  const port = await serveSockets((socket) => socket.once('data', () => socket.end(head)));
  expect(await failureOf(clientFor().request(post(port)))).toMatchObject({ reason: 'reset', sent: true, status: 201 });
});

test('an answer that is not HTTP is in doubt', async () => {
  const port = await serveSockets((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
  const failure = await failureOf(clientFor().request(post(port)));
  expect(failure).toMatchObject({ reason: 'protocol', sent: true });
  expect(inspect(failure)).not.toContain('OpenSSH');
});

test('an answer with endless headers is in doubt', async () => {
  const port = await serveSockets((socket) =>
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1e6)}\r\n\r\n`)),
  );
  expect(await failureOf(clientFor().request(post(port)))).toMatchObject({ reason: 'protocol', sent: true });
});

test('silence after the request was read is in doubt', async () => {
  stopTimers();
  const read = Promise.withResolvers<void>();
  const origin = await serve((request) => request.resume().on('end', read.resolve));
  const outcome = failureOf(clientFor().request({ ...post(origin), timeoutMs: 60_000 }));
  await read.promise;
  vi.advanceTimersByTime(60_000);
  expect(await outcome).toMatchObject({ reason: 'timeout', sent: true, status: undefined });
});

test('a signal after the request was read is in doubt', async () => {
  const read = Promise.withResolvers<void>();
  const origin = await serve((request) => request.resume().on('end', read.resolve));
  const cancel = new AbortController();
  const outcome = failureOf(clientFor().request({ ...post(origin), signal: cancel.signal }));
  await read.promise;
  cancel.abort();
  expect(await outcome).toMatchObject({ reason: 'aborted', sent: true });
});

test('a slow answer ends at the deadline', async () => {
  stopTimers();
  const origin = await serve((_, response) => response.write('one byte'));
  const { stream } = await clientFor().download({ method: 'GET', url: origin, maxBytes: 1e6, timeoutMs: 60_000 });
  const [first] = await once(stream, 'data');
  expect(String(first)).toBe('one byte');
  vi.advanceTimersByTime(60_000);
  await expect(once(stream, 'end')).rejects.toMatchObject({ reason: 'timeout', sent: true, status: 200 });
});

test('a body that cannot be read to its end is in doubt', async () => {
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

test('a body shorter than announced is in doubt', async () => {
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

test('closing ends what still waits for its connection', async () => {
  const asked = Promise.withResolvers<void>();
  const answers = [new Promise<never>(() => {}), Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))];
  const client = clientFor({
    lookup: () => {
      asked.resolve();
      return answers.shift() ?? Promise.resolve([]);
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
