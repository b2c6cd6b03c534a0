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
    ownerOf: (job) => job[0] ?? '',
    async claim({ running }) {
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

test('while no further job can start, an owner with more than its share of the jobs starts none under its leases', async () => {
  const due = ['a1', 'a2', 'a3', 'b1'];
  const started = Promise.withResolvers<void>();
  const freed = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const mayGoOn: Record<string, (boolean | undefined)[]> = {};
  const done: string[] = [];
  const worker: Worker<string> = {
    name: 'letters',
    concurrency: 4,
    ownerOf: (job) => job[0] ?? '',
    claim: async ({ limit }) => due.splice(0, limit),
    async work(job, lease) {
      if (job === 'b1') started.resolve();
      await started.promise;
      mayGoOn[job] = [lease.mayGoOn?.()];
      if (job === 'a3') return;
      await freed.promise;
      mayGoOn[job].push(lease.mayGoOn?.());
    },
  };
  const runner = runWorker(worker, {
    leaseSeconds: 30,
    onFault: (_, error) => Promise.reject(error),
    onDone(name) {
      done.push(name);
      freed.resolve();
      if (done.length === 4) ended.resolve();
    },
  });
  await ended.promise;
  await runner.stop(5000);
  expect(mayGoOn).toEqual({ a1: [false, true], a2: [false, true], a3: [false], b1: [true, true] });
});
