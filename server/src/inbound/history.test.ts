import { expect, test } from 'vitest';
import type { Connector } from '../core/connector.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import { readHistory } from './history.ts';

const HOUR_MS = 3_600_000;
const message = (platformId: string) => ({ platformId, createdAt: new Date(0), raw: null });

/** A platform with three conversations, of which some cannot be read. */
function platform(isBroken: (id: string) => boolean) {
  const read: string[] = [];
  const messages = {
    conversations: async () => ({ items: ['a', 'b', 'c'].map((platformId) => ({ platformId })) }),
    list: async (_session: Session, id: string) => {
      read.push(id);
      if (isBroken(id)) throw new PlatformError('unavailable', 'An unknown error occurred.');
      return { items: [message(id)] };
    },
  };
  return { connector: { messages } as unknown as Connector, read };
}

const at = (ms: number) => ({ now: () => new Date(ms) }) as Session;

test('a conversation that cannot be read holds up no other, and is given up after a day', async () => {
  const { connector, read } = platform((id) => id === 'a');
  const ids: string[] = [];
  let cursor: string | null = null;
  let nowMs = Date.now();
  const step = async () => {
    const done = await readHistory(connector, at(nowMs), cursor);
    cursor = done?.cursor ?? cursor;
    ids.push(...(done?.items ?? []).flatMap((item) => (item.kind === 'message' ? item.message.platformId : [])));
    return done?.nextSeconds;
  };
  expect(await step()).toBe(0);
  expect(await step()).toBe(300);
  expect(ids).toEqual(['b', 'c']);
  expect(await step()).toBeUndefined();
  nowMs += HOUR_MS;
  expect(await step()).toBe(300);
  nowMs += 24 * HOUR_MS;
  expect(await step()).toBeNull();
  expect(read).toEqual(['a', 'b', 'c', 'a', 'a', 'a']);
});

test('while nothing can be read, no conversation is given up for a day', async () => {
  let isBroken = true;
  const { connector } = platform(() => isBroken);
  let cursor: string | null = null;
  let nowMs = Date.now();
  for (let hours = 0; hours < 23; hours++) {
    cursor = (await readHistory(connector, at(nowMs), cursor))?.cursor ?? cursor;
    nowMs += HOUR_MS;
  }
  isBroken = false;
  const found = await readHistory(connector, at(nowMs), cursor);
  expect(found?.items).toHaveLength(3);
});
