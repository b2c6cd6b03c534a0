import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { limitPipelining } from './pipelining.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Sends many requests in one piece, and returns how many of them were handled and how many of their responses closed. */
async function pipeline(handle: RequestListener, requests: number, rest = '') {
  const counts = { handled: 0, closed: 0 };
  const server = createServer();
  servers.push(server);
  limitPipelining(server);
  server.on('request', (request, response) => {
    counts.handled += 1;
    response.once('close', () => {
      counts.closed += 1;
    });
    handle(request.resume(), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const isGone = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}'.repeat(requests) + rest);
  await isGone;
  await turn();
  client.destroy();
  server.close();
  return counts;
}

test('closes every response of a connection with too many requests', async () => {
  const { handled, closed } = await pipeline(() => {}, 40);
  expect(handled).toBeGreaterThan(15);
  expect(closed).toBe(handled);
});

test('closes every response of a connection that asks for another protocol', async () => {
  const { handled, closed } = await pipeline(() => {}, 10, 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n');
  expect(handled).toBe(10);
  expect(closed).toBe(10);
});

test('handles nothing after the last response of a connection that is gone', async () => {
  let first: Parameters<RequestListener>[1] | undefined;
  let handled = 0;
  const answer = (response: Parameters<RequestListener>[1], headers = {}) => {
    response.writeHead(200, { 'content-length': 1, ...headers }).write('x');
    process.nextTick(() => response.end());
  };
  const counts = await pipeline((request, response) => {
    handled += 1;
    if (handled === 1) first = response;
    else if (handled > 2 || first === undefined) answer(response);
    else {
      request.socket.destroy();
      answer(first, { connection: 'close' });
    }
  }, 12);
  expect(counts.closed).toBe(counts.handled);
});
