import { expect, test } from 'vitest';
import type { Connector } from '../core/connector.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import { catchUpOf } from './catch-up.ts';

const HOUR_MS = 3_600_000;

test('the last list of a round, which cannot be read, does not keep the round from its end', async () => {
  const posts = [...Array.from({ length: 10 }, (_, n) => `post ${n}`), 'broken'];
  const list = async (_session: Session, post: string) => {
    if (post === 'broken') throw new PlatformError('unavailable', 'An unknown error occurred.');
    return { items: [] };
  };
  const reader = catchUpOf({ inbound: {}, comments: { list } } as unknown as Connector);
  const session = { now: () => new Date() } as Session;
  const first = await reader?.poll(session, undefined, posts);
  expect(first?.isBehind).toBe(true);
  const second = await reader?.poll(session, first?.cursor, posts);
  expect(second?.isBehind).toBeUndefined();
});

test('a post whose comments cannot be read holds up no other, and is read again from the same time for a day', async () => {
  let isBroken = true;
  const createdAt = new Date(Date.now() + 1000);
  const list = async (_session: Session, post: string) => {
    if (post === 'broken' && isBroken) throw new PlatformError('unavailable', 'An unknown error occurred.');
    return { items: [{ platformId: `of ${post}`, createdAt }] };
  };
  const reader = catchUpOf({ inbound: {}, comments: { list } } as unknown as Connector);
  let cursor: string | undefined;
  let nowMs = Date.now();
  const read = async (posts: string[]) => {
    const session = { now: () => new Date(nowMs) } as Session;
    const polled = await reader?.poll(session, cursor, posts);
    cursor = polled?.cursor;
    return polled?.items.flatMap((item) => (item.kind === 'comment' ? item.comment.platformId : []));
  };

  expect(await read(['broken', 'sound'])).toEqual(['of sound']);
  const first = cursor;
  nowMs += 20 * HOUR_MS;
  await read(['broken', 'sound']);
  expect(cursor).toBe(first);
  isBroken = false;
  expect(await read(['broken', 'sound'])).toEqual(['of broken', 'of sound']);
  expect(cursor).not.toBe(first);

  isBroken = true;
  await expect(read(['broken'])).rejects.toThrow(PlatformError);
  const later = cursor;
  nowMs += 25 * HOUR_MS;
  await read(['broken', 'sound']);
  expect(cursor).not.toBe(later);
});
