import { randomUUID } from 'node:crypto';
import type { createClient } from '@redis/client';
import type { Logger } from 'pino';
import type { SharedCache } from '../core/tools.ts';

type Client = ReturnType<typeof createClient>;

const WAIT_MS_MAX = 50;
const CONNECT_MS_MAX = 2000;
const PROOF_MS = 1000;
const COMMANDS_WAITING_MAX = 1000;
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 30_000;
/** After this time without a fault the first try comes soon again. */
const STEADY_MS = 60_000;

/**
 * A cache on a server that speaks Redis's protocol. After the first fault no request asks the server until a connection
 * in the background has proved that it reads and writes again.
 */
export function openSharedCache(url: string, log: Logger): SharedCache & { readonly close: () => void } {
  /** The connection that is being made or is used. */
  let current: Client | undefined;
  let isReady = false;
  let isReported = false;
  let isClosed = false;
  let steadyAt = Number.POSITIVE_INFINITY;
  let retryMs = RETRY_MS_MIN;
  let timer: NodeJS.Timeout | undefined;
  let degradedMs = 0;
  let degradedSinceMs: number | undefined = performance.now();
  const lastDegradedMs = () => (degradedSinceMs === undefined ? 0 : performance.now() - degradedSinceMs);

  async function connect(): Promise<void> {
    // Loaded only where a server is configured.
    const { createClient } = await import('@redis/client');
    if (isClosed) return;
    const client: Client = createClient({
      url,
      RESP: 2,
      disableClientInfo: true,
      disableOfflineQueue: true,
      commandsQueueMaxLength: COMMANDS_WAITING_MAX,
      socket: { connectTimeout: CONNECT_MS_MAX, reconnectStrategy: false },
    });
    current = client;
    client.on('error', (error) => drop(client, error));
    try {
      await within(CONNECT_MS_MAX, client.connect());
      await prove(client);
    } catch (error) {
      return drop(client, error);
    }
    if (client !== current) return;
    isReady = true;
    degradedMs += lastDegradedMs();
    degradedSinceMs = undefined;
    steadyAt = performance.now() + STEADY_MS;
    if (isReported) log.warn('the server at REDIS_URL is used again');
    isReported = false;
  }

  /** Ends a connection after its first fault. The next one is made in the background. */
  function drop(client: Client, error: unknown): void {
    if (client !== current) return;
    current = undefined;
    isReady = false;
    degradedSinceMs ??= performance.now();
    if (client.isOpen) client.destroy();
    if (isClosed) return;
    if (!isReported)
      log.warn(
        { err: error },
        'the server at REDIS_URL cannot be used: requests are allowed and the database alone decides on quotas',
      );
    isReported = true;
    if (performance.now() > steadyAt) retryMs = RETRY_MS_MIN;
    steadyAt = Number.POSITIVE_INFINITY;
    timer = setTimeout(connect, retryMs).unref();
    retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
  }

  /** Sends a command and checks its reply; undefined without a server. */
  async function ask<T>(command: string[], check: (reply: unknown) => T): Promise<T | undefined> {
    const client = isReady ? current : undefined;
    if (client === undefined) return undefined;
    try {
      return check(await within(WAIT_MS_MAX, client.sendCommand(command)));
    } catch (error) {
      drop(client, error);
      return undefined;
    }
  }

  void connect();
  return {
    read: (key, form) =>
      ask(['GET', key], (value) => {
        if (value === null) return undefined;
        if (typeof value !== 'string' || !form.test(value)) throw new Error(`${key} holds a value that is not ours`);
        return value;
      }),
    write: (key, value, milliseconds) => void ask(['SET', key, value, 'PX', String(milliseconds)], () => {}),
    async count(key, amount, milliseconds) {
      const [, count, leftMs] = await Promise.all([
        ask(['SET', key, '0', 'PX', String(milliseconds), 'NX'], () => {}),
        ask(['INCRBY', key, String(amount)], toInteger),
        ask(['PTTL', key], toInteger),
      ]);
      if (count === undefined || leftMs === undefined) return undefined;
      if (leftMs >= 0 && leftMs <= milliseconds) return { count, leftMs };
      // The number ended between the first two commands, or is not ours.
      void ask(['PEXPIRE', key, String(milliseconds)], () => {});
      return { count, leftMs: milliseconds };
    },
    remove: (key) => void ask(['DEL', key], () => {}),
    isDegraded: () => !isReady,
    degradedSeconds: () => (degradedMs + lastDegradedMs()) / 1000,
    close() {
      isClosed = true;
      clearTimeout(timer);
      if (current !== undefined) drop(current, undefined);
    },
  };
}

/** A server that is full, read-only or lying does not pass. */
async function prove(client: Client): Promise<void> {
  const key = `hubbub:proof:${randomUUID()}`;
  const replies: unknown[] = await within(
    WAIT_MS_MAX,
    Promise.all([client.sendCommand(['SET', key, key, 'PX', String(PROOF_MS)]), client.sendCommand(['GET', key])]),
  );
  if (replies[0] !== 'OK' || replies[1] !== key) throw new Error('the server does not return what was written');
}

function toInteger(reply: unknown): number {
  if (!Number.isSafeInteger(reply)) throw new Error('the server does not answer with a number');
  return reply as number;
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // A reply that waited for a busy process is read before the turn ends.
    const give = () => setImmediate(() => reject(new Error(`no answer within ${milliseconds} ms`)));
    timer = setTimeout(give, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
