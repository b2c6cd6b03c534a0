import { expect, test } from 'vitest';
import type { Lane } from '../core/lane.ts';
import { runLane } from './runner.ts';

test('a claim knows who has how many jobs, and nothing more is begun under a lease once the lane stops', async () => {
  const due = ['a1', 'a2', 'b1'];
  const told: Record<string, number>[] = [];
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const mayGoOn: (boolean | undefined)[] = [];
  const lane: Lane<string> = {
    name: 'letters',
    concurrency: 10,
    spread: { by: (job) => job[0] ?? '', max: 5 },
    async claim(_limit, _leaseSeconds, running) {
      told.push(Object.fromEntries(running ?? []));
      if (due.length === 0 && told.length > 1) begun.resolve();
      return due.splice(0);
    },
    async work(_job, lease) {
      mayGoOn.push(lease.mayGoOn?.());
      await ending.promise;
      mayGoOn.push(lease.mayGoOn?.());
    },
  };
  const runner = runLane(lane, { leaseSeconds: 30, onFault: (_, error) => Promise.reject(error) });
  await begun.promise;
  const stopped = runner.stop(5000);
  ending.resolve();
  await stopped;
  expect(told.slice(0, 2)).toEqual([{}, { a: 2, b: 1 }]);
  expect(mayGoOn).toEqual([true, true, true, false, false, false]);
});
