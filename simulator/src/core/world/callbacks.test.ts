import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestWorld, until } from '../testing.ts';
import type { OpenWorld } from '../worlds/open-world.ts';

let dataDir: string;
let world: OpenWorld;
let receiver: Server;
let url: string;
let bodies: string[];
let responses: number[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hubbub-callbacks-'));
  world = await openTestWorld(dataDir);
  bodies = [];
  responses = [];
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    bodies.push(body);
    response.writeHead(responses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterEach(() => {
  world.close();
  receiver.close();
  rmSync(dataDir, { recursive: true });
});

const send = (body: string, retrySeconds = [0.05, 0.05], to = url) =>
  world.callbacks.send('fake', { account: 'a', url: to, event: 'comments', body, headers: {}, retrySeconds });
const arrived = (count: number) =>
  until(
    async () => bodies,
    () => bodies.length >= count,
  );

test('callbacks arrive in order; a failing one is retried without blocking the next', async () => {
  world.callbacks.start();
  responses = [500];
  send('1');
  send('2');
  await arrived(3);
  expect(bodies).toEqual(['1', '2', '1']);
  const states = await until(
    async () => world.callbacks.reports(),
    (reports) => reports.length === 3,
  );
  expect(states.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['delivered', 2],
    ['delivered', 1],
    ['retrying', 1],
  ]);
});

test('undelivered callbacks are sent after a restart', async () => {
  send('kept');
  world.close();
  world = await openTestWorld(dataDir);
  world.callbacks.start();
  await arrived(1);
  expect(bodies).toEqual(['kept']);
});

test('retries end', async () => {
  world.callbacks.start();
  responses = [500, 500, 500, 500];
  send('x');
  await until(
    async () => world.callbacks.reports(),
    (reports) => reports[0]?.state === 'given_up',
  );
  expect(bodies).toHaveLength(3);
});

test('a retry follows the clock that is advanced', async () => {
  world.callbacks.start();
  responses = [500];
  send('x', [3600]);
  await until(
    async () => world.callbacks.reports(),
    (reports) => reports.length === 1,
  );
  world.clock.advance(3601);
  await arrived(2);
});

test('duplicate_callbacks sends one twice', async () => {
  world.callbacks.start();
  world.faults.add({ kind: 'duplicate_callbacks', platform: 'fake' }, 0);
  send('1');
  send('2');
  await arrived(3);
  expect(bodies).toEqual(['1', '1', '2']);
});

test('reordered_callbacks sends one after the next', async () => {
  world.callbacks.start();
  world.faults.add({ kind: 'reordered_callbacks' }, 0);
  send('1');
  send('2');
  send('3');
  await arrived(3);
  expect(bodies.indexOf('1')).toBeGreaterThan(bodies.indexOf('2'));
});

test('an effect that is undone sends nothing', async () => {
  world.callbacks.start();
  expect(() =>
    world.journal.change(() => {
      send('never');
      throw new Error('undone');
    }),
  ).toThrow();
  send('other');
  await arrived(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(bodies).toEqual(['other']);
});

test('nothing is sent to the internet', async () => {
  world.callbacks.start();
  send('x', [], 'http://192.0.2.1/');
  const [report] = await until(
    async () => world.callbacks.reports(),
    (reports) => reports.length === 1,
  );
  expect(report).toMatchObject({ state: 'given_up', answer: '192.0.2.1 is not on this machine or a private network' });
});
