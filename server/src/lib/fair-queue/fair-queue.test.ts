import { expect, test } from 'vitest';
import { FairQueue, type Waiting } from './fair-queue.ts';

/** A queue that notes whose turn it was, in order. Requests are named `tenant/key/number`. */
function queueOf(turns: number) {
  const queue = new FairQueue(turns);
  const granted: string[] = [];
  const waitingOf = (name: string, hasStarted = false): Waiting => {
    const [tenantId = '', actorId = ''] = name.split('/');
    return { owner: { tenantId, actorId }, hasStarted, grant: () => void granted.push(name) };
  };
  return {
    queue,
    granted,
    add(names: readonly string[], hasStarted = false): Waiting[] {
      const added = names.map((name) => waitingOf(name, hasStarted));
      for (const waiting of added) queue.add(waiting);
      return added;
    },
    /** Ends the turn of the request that got it at this place. */
    end(place: number, tookMs = 1): void {
      queue.release(waitingOf(granted[place] as string).owner, tookMs);
    },
  };
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}/${n}`);

test('a tenant that comes later is next, however many of another wait', () => {
  const { add, end, granted } = queueOf(2);
  add(numbered('large/key', 50));
  expect(granted).toEqual(['large/key/0']);
  add(numbered('small/key', 2));
  expect(granted).toEqual(['large/key/0', 'small/key/0']);
  end(1);
  end(0);
  expect(granted.slice(2)).toEqual(['small/key/1', 'large/key/1']);
});

test('tenants get the same time: who takes long has fewer turns', () => {
  const { add, end, granted } = queueOf(2);
  add(['other/key/0']);
  add(numbered('slow/key', 40));
  add(numbered('fast/key', 40));
  for (let turn = 1; turn <= 40; turn++) end(turn, granted[turn]?.startsWith('slow') ? 9 : 3);
  const slow = granted.slice(1, 41).filter((name) => name.startsWith('slow')).length;
  expect(slow).toBe(10);
});

test('the keys of a tenant share its turns', () => {
  const { add, end, granted } = queueOf(2);
  add(numbered('one/busy', 20));
  add(numbered('one/quiet', 3));
  for (let turn = 0; turn < 6; turn++) end(turn);
  expect(granted.slice(0, 6)).toEqual([
    'one/busy/0',
    'one/quiet/0',
    'one/busy/1',
    'one/quiet/1',
    'one/busy/2',
    'one/quiet/2',
  ]);
});

test('one tenant alone gets half of the turns, and there is one for each that comes', () => {
  const { add, granted, queue } = queueOf(8);
  add(numbered('a/key', 20));
  expect(granted.length).toBe(4);
  add(numbered('b/key', 20));
  expect(granted.filter((name) => name.startsWith('b')).length).toBe(2);
  add(numbered('c/key', 20));
  add(numbered('d/key', 20));
  expect(granted.slice(6)).toEqual(['c/key/0', 'd/key/0']);
  expect(queue.counts).toEqual({ held: 8, waiting: 72 });
});

test('what has begun goes on before others of its key begin', () => {
  const { add, end, granted } = queueOf(2);
  add(numbered('one/key', 3));
  add(['one/key/again'], true);
  end(0);
  end(1);
  expect(granted).toEqual(['one/key/0', 'one/key/again', 'one/key/1']);
});

test('who leaves gives its place back', () => {
  const { add, end, granted, queue } = queueOf(2);
  const waiting = add(numbered('one/key', 4));
  expect(queue.remove(waiting[1] as Waiting)).toBe(true);
  expect(queue.remove(waiting[1] as Waiting)).toBe(false);
  expect(queue.remove(waiting[0] as Waiting)).toBe(false);
  end(0);
  end(1);
  end(2);
  expect(granted).toEqual(['one/key/0', 'one/key/2', 'one/key/3']);
  expect(queue.counts).toEqual({ held: 0, waiting: 0 });
  expect(queue.ahead({ tenantId: 'one', actorId: 'key' })).toEqual({ ofTenant: 0, ofKey: 0 });
});

test('the expected wait follows what the requests of a tenant cost, and is none for another key', () => {
  const { add, end, queue } = queueOf(2);
  add(numbered('one/busy', 100));
  for (let turn = 0; turn < 50; turn++) end(turn, 100);
  const expected = queue.expectedMs({ tenantId: 'one', actorId: 'busy' });
  expect(expected).toBeGreaterThan(4000);
  expect(expected).toBeLessThan(5500);
  expect(queue.expectedMs({ tenantId: 'one', actorId: 'quiet' })).toBe(0);
  expect(queue.expectedMs({ tenantId: 'two', actorId: 'busy' })).toBe(0);
});
