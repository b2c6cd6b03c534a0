import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { createHttpClient, type HttpClient, type HttpClientOptions, HttpFailure, open } from './index.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Registers a cleanup for the end of the test. The last one runs first. */
export function onTestEnd(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

export function clientFor(options: Partial<HttpClientOptions> = {}): HttpClient {
  const client = createHttpClient({ policy: open, ...options });
  onTestEnd(() => client.close(0));
  return client;
}

async function listen(server: Server, host: string, port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  server.listen(port, host);
  await once(server, 'listening');
  onTestEnd(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Starts an HTTP server on 127.0.0.1 and returns its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return `http://127.0.0.1:${await listen(server, '127.0.0.1')}`;
}

/** Starts a server of plain sockets on 127.0.0.1 and returns its port. */
export function serveSockets(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  return listen(server, '127.0.0.1');
}

/** Listens on one port of 127.0.0.1 and, if possible, ::1, and counts the connections. Tests expect none. */
export async function startTrap(): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const trap = () =>
    createServer((_, response) => response.end('caught')).on('connection', () => {
      connections += 1;
    });
  const port = await listen(trap(), '127.0.0.1');
  await listen(trap(), '::1', port).catch(() => {});
  return { port, connections: () => connections };
}

/** A port of 127.0.0.1 without a listener. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray());
}

/** The failure of a request that must fail. */
export async function failureOf(request: Promise<unknown>): Promise<HttpFailure> {
  const outcome = await request.then(
    () => new Error('the request did not fail'),
    (error) => error,
  );
  if (!(outcome instanceof HttpFailure)) throw outcome;
  return outcome;
}
