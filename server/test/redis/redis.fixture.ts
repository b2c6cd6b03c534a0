import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { until } from '../harness.ts';
import { freePort } from '../kill/child-process.ts';

/** A server that speaks Redis's protocol; undefined when this machine has none. */
export const BINARY = [process.env.REDIS_TEST_SERVER, 'valkey-server', 'redis-server'].find(
  (name) => name !== undefined && spawnSync(name, ['--version']).status === 0,
);

export interface RedisServer {
  /** Its address through a connection that can be delayed. */
  readonly url: string;
  /** Runs a command on the server itself. */
  readonly run: (...command: string[]) => Promise<unknown>;
  readonly signal: (name: 'SIGSTOP' | 'SIGCONT') => void;
  readonly kill: () => Promise<void>;
  /** Starts it again at the same address, empty. */
  readonly start: () => Promise<void>;
  /** From now on every response comes that much later. */
  delayMs: number;
  readonly close: () => Promise<void>;
}

/** Starts a real server that keeps nothing on disk. */
export async function startRedis(binary: string): Promise<RedisServer> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let child: ChildProcess;

  const run = async (...command: string[]) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, RESP: 2, socket: { reconnectStrategy: false } });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.sendCommand(command);
    } finally {
      if (client.isOpen) client.destroy();
    }
  };
  const start = async () => {
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', 'maxmemory-policy': 'noeviction' };
    const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    child = spawn(binary, words, { stdio: 'ignore' });
    await until(async () => (await run('PING').catch(() => '')) === 'PONG', 'the server answers');
  };
  const kill = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await ended;
    }
  };

  const proxy = createServer((socket) => {
    const server = createConnection(port, '127.0.0.1');
    socket.pipe(server);
    server.on('data', async (bytes) => {
      if (redis.delayMs > 0) await sleep(redis.delayMs);
      socket.write(bytes);
    });
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  const redis: RedisServer = {
    url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    run,
    signal: (name) => void child.kill(name),
    kill,
    start,
    delayMs: 0,
    async close() {
      await kill();
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
  await start();
  return redis;
}
