import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CALLBACK } from '../src/http/limits/bounds.ts';
import { startTestService, type TestService, type TestWorkspace, until } from './harness.ts';
import { type RawConnection, rawConnection } from './raw-connection.ts';

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  // Receivers without an app read no body.
  ws = await service.workspace({ platforms: ['facebook'] });
  other = await service.workspace();
});
afterAll(() => service?.close());

async function open(): Promise<RawConnection> {
  const connection = await rawConnection(service.url);
  onTestFinished(() => void connection.socket.destroy());
  return connection;
}

/** Opens many connections and writes on each. */
async function openMany(count: number, sent: string): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  while (connections.length < count)
    connections.push(...(await Promise.all(Array.from({ length: Math.min(100, count - connections.length) }, open))));
  for (const { socket } of connections) socket.write(sent);
  return connections;
}

test('2,000 idle connections, 500 slow heads and 500 slow bodies: others are served, and each comes to its end', async () => {
  const auth = `authorization: Bearer ${ws.api.key}`;
  const body = 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{';
  await openMany(2000, '');
  const heads = await openMany(500, 'GET /v1/usage HTTP/1.1\r\nhost: x\r\nx-slow: ');
  await openMany(250, `POST /v1/brands HTTP/1.1\r\nhost: x\r\n${auth}\r\n${body}`);
  const callbacks = await openMany(250, `POST /callbacks/test/${ws.world}/facebook HTTP/1.1\r\nhost: x\r\n${body}`);
  for (let n = 0; n < 20; n++) {
    expect(
      (await other.api.post('/v1/brands', { name: `Brand ${n}` }, { headers: { connection: 'close' } })).status,
    ).toBe(201);
    // A byte now and then prolongs nothing.
    for (const { socket } of heads) if (socket.writable) socket.write('a');
  }
  await Promise.all(heads.map(({ ended }) => ended));
  expect(heads.every(({ received, fault }) => received().startsWith('HTTP/1.1 408') || fault() !== undefined)).toBe(
    true,
  );
  await Promise.all(callbacks.map(({ ended }) => ended));
}, 120_000);

test('callbacks of visitors take bounded memory, and the connection of a rejected one is answered', async () => {
  const holders: RawConnection[] = [];
  const path = `/callbacks/test/${ws.world}/facebook`;
  const head = (bytes: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;
  const large = await open();
  large.socket.write(head(CALLBACK.bytesMax + 1));
  large.socket.write(Buffer.alloc(CALLBACK.bytesMax + 1));
  await until(async () => /^HTTP\/1\.1 413 .*"payload_too_large"/s.test(large.received()), 'it is rejected');

  const isFull = () =>
    holders.some((one) => /^HTTP\/1\.1 503 .*retry-after: \d+.*"unavailable"/is.test(one.received()));
  const piece = Buffer.alloc(CALLBACK.bytesMax - 1);
  while (!isFull() && holders.length < 2 * (CALLBACK.bytesAtOnceMax / CALLBACK.bytesMax)) {
    const connection = await open();
    holders.push(connection);
    connection.socket.write(head(CALLBACK.bytesMax));
    await new Promise<void>((resolve) => connection.socket.write(piece, () => resolve()));
  }
  await until(async () => isFull(), 'there is no room for another');
  expect((await ws.api.get('/v1/usage')).status).toBe(200);
  for (const { socket } of holders) socket.destroy();
  await until(async () => {
    const { status } = await fetch(`${service.url}${path}`, { method: 'POST', body: '{}' });
    return status !== 503;
  }, 'there is room again');
});
