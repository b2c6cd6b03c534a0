import { expect, test } from 'vitest';
import { startTestService } from './harness.ts';
import { comparable } from './side-by-side/comparable.ts';
import { liveADay } from './side-by-side/day.ts';
import { moveIn } from './side-by-side/neighbour.ts';

/** A day in a service of its own, beside a neighbour when it has one. */
async function dayOf(options: { readonly hasNeighbour: boolean }) {
  const service = await startTestService();
  try {
    const neighbour = options.hasNeighbour ? await moveIn(service) : undefined;
    const startMs = Date.now();
    const traces = comparable(await liveADay(service), startMs);
    await neighbour?.leave();
    return traces;
  } finally {
    await service.close();
  }
}

// About 20 seconds on a quiet machine.
test('a day beside a workspace with faults, a clock 90 days ahead, a full quota and 100 connections is a day alone', async () => {
  const alone = await dayOf({ hasNeighbour: false });
  for (const [what, items] of Object.entries(alone)) expect(items, what).not.toEqual([]);
  expect(await dayOf({ hasNeighbour: true })).toEqual(alone);
}, 300_000);
