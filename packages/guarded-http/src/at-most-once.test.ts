import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { HttpFailure } from './index.ts';
import { bodyOf, clientFor, serve } from './servers.fixture.ts';

/** Reactions of the other side to a request that it has read. */
const receptions: ((request: IncomingMessage, response: ServerResponse) => void)[] = [
  (_, response) => response.end('{"ok":true}'),
  (_, response) => response.setHeader('connection', 'close').end('{"ok":true}'),
  (_, response) => response.writeHead(503).end(),
  (request) => request.socket.resetAndDestroy(),
  (request) => request.socket.end(),
  (request, response) => response.write('half', () => request.socket.destroy()),
  (_, response) => response.write('never more'),
  () => {},
];

test('under random faults no unsent request arrives and no request arrives twice', async () => {
  const arrivals = new Map<string, number>();
  const origin = await serve(async (request, response) => {
    const id = request.url ?? '';
    if (id === '/last') return void response.end();
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    await bodyOf(request).catch(() => {});
    receptions[Math.floor(Math.random() * receptions.length)]?.(request, response);
  });
  const { port } = new URL(origin);
  const lookup = async () => {
    const chance = Math.random();
    if (chance < 0.1) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    if (chance < 0.5) await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const client = clientFor({ lookup, connectionsMax: 20 });
  const outcomes = await Promise.all(
    Array.from({ length: 1_000 }, async (_, number) => {
      const id = `/${number}`;
      const body = { bytes: 'x'.repeat(Math.random() < 0.1 ? 200_000 : 20), type: 'text/plain' };
      const timeoutMs = Math.random() * 300;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
      const signal = Math.random() < 0.2 ? AbortSignal.timeout(Math.round(Math.random() * 100)) : undefined;
      return client.request({ method: 'POST', url: `http://chaos.test:${port}${id}`, body, timeoutMs, signal }).then(
        () => ({ id, sent: true }),
        (failure) => {
          if (!(failure instanceof HttpFailure)) throw failure;
          return { id, sent: failure.sent };
        },
      );
    }),
  );
  await client.close(0);
  // Requests still under way reach the server before this one.
  await clientFor()
    .request({ method: 'HEAD', url: `${origin}/last`, timeoutMs: 1_000 })
    .catch(() => {});
  expect(outcomes.filter(({ id, sent }) => !sent && arrivals.has(id))).toEqual([]);
  expect([...arrivals].filter(([, times]) => times > 1)).toEqual([]);
});
