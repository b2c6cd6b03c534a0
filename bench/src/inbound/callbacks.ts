import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Sink } from './sink.ts';

export const PER_SECOND = 300;
const CONNECTIONS = 64;
const POSTS = 10;
const SETTLE_MS_MAX = 60_000;

export interface CallbackSender {
  /** Sends so many callbacks, one comment each, at their intended times. Returns the time from each to the arrival of its webhook. */
  run(count: number): Promise<number[]>;
  close(): Promise<void>;
}

export interface Receiver {
  readonly url: string;
  /** The app's secret, which signs. */
  readonly secret: string;
  /** The pages take turns. */
  readonly pageIds: readonly string[];
}

let comments = 0;

/** An open loop of 300 signed callbacks of Facebook a second: a late response delays no other callback. */
export function callbacksTo({ url, secret, pageIds }: Receiver, sink: Sink): CallbackSender {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1, keepAliveTimeout: 60_000 });

  async function send(id: string, pageId: string): Promise<void> {
    const body = callbackOf(id, pageId);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    const response = await pool.request({ method: 'POST', path: pathname, headers, body });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 500)}`);
  }

  return {
    async run(count) {
      sink.forget();
      const startMs = performance.now();
      const intended = new Map<string, number>();
      const sent: Promise<void>[] = [];
      for (let n = 0; n < count; n += 1) {
        const dueMs = startMs + (n * 1000) / PER_SECOND;
        const waitMs = dueMs - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        const pageId = pageIds[n % pageIds.length] as string;
        comments += 1;
        const id = `${pageId}_${comments}`;
        intended.set(id, dueMs);
        sent.push(send(id, pageId));
      }
      await Promise.all(sent);
      const deadlineMs = performance.now() + SETTLE_MS_MAX;
      while (sink.arrivedMs.size < count) {
        if (performance.now() > deadlineMs) throw new Error(`only ${sink.arrivedMs.size} of ${count} webhooks arrived`);
        await sleep(20);
      }
      if (sink.received() > count) throw new Error(`${sink.received() - count} webhooks arrived twice`);
      return [...intended].map(([id, dueMs]) => (sink.arrivedMs.get(id) ?? Number.NaN) - dueMs);
    },
    close: () => pool.close(),
  };
}

/** A visitor's comment on one of the page's posts. */
function callbackOf(id: string, pageId: string): string {
  const time = Math.floor(Date.now() / 1000);
  const value = {
    item: 'comment',
    verb: 'add',
    post_id: `${pageId}_${1 + (comments % POSTS)}`,
    comment_id: id,
    message: 'We came by on Sunday and loved the new cakes. When do you open on holidays?',
    created_time: time,
    from: { id: String(7000 + (comments % 500)), name: 'Jo Example' },
  };
  return JSON.stringify({ object: 'page', entry: [{ id: pageId, time, changes: [{ field: 'feed', value }] }] });
}
