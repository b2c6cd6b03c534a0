import { expect, test } from 'vitest';
import type { Worker } from '../core/worker.ts';
import { runWorker } from './runner.ts';

test('a claim gets the number of running jobs of each owner, and a stopping worker starts no further job under a lease', async () => {
  const due = ['a1', 'a2', 'b1'];
  const runningAtClaim: Record<string, number>[] = [];
  const started = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const mayGoOn: (boolean | undefined)[] = [];
  const worker: Worker<string> = {
    name: 'letters',
    concurrency: 10,
    spread: { by: (job) => job[0] ?? '', max: 5 },
    async claim(_limit, _leaseSeconds, running) {
      runningAtClaim.push(Object.fromEntries(running ?? []));
      if (due.length === 0 && runningAtClaim.length > 1) started.resolve();
      return due.splice(0);
    },
    async work(_job, lease) {
      mayGoOn.push(lease.mayGoOn?.());
      await ending.promise;
      mayGoOn.push(lease.mayGoOn?.());
    },
  };
  const runner = runWorker(worker, { leaseSeconds: 30, onFault: (_, error) => Promise.reject(error) });
  await started.promise;
  const stopped = runner.stop(5000);
  ending.resolve();
  await stopped;
  expect(runningAtClaim.slice(0, 2)).toEqual([{}, { a: 2, b: 1 }]);
  expect(mayGoOn).toEqual([true, true, true, false, false, false]);
});
