import { expect, test } from 'vitest';
import { createReadings } from './readings.ts';

test('a value is read once for all scrapes of its interval, and one that fails is left out and counted', async () => {
  const failed: string[] = [];
  const readings = createReadings((name) => failed.push(name));
  let count = 0;
  const steady = readings.add('steady', 3_600_000, async () => ++count);
  let isBroken = true;
  const often = readings.add('often', 0, async () => {
    if (isBroken) throw new Error('stopped');
    return 'read';
  });
  await Promise.all([readings.refresh(), readings.refresh()]);
  await readings.refresh();
  expect([steady.latest(), count, failed]).toEqual([1, 1, ['often', 'often']]);
  expect(often.latest()).toBeUndefined();
  isBroken = false;
  await readings.refresh();
  expect(failed.length).toBe(2);
});

test('a scrape does not wait for a reading that hangs, and does not start it again', async () => {
  const readings = createReadings(() => {});
  let count = 0;
  let end: (value: string) => void = () => {};
  const hanging = readings.add('hanging', 3_600_000, () => {
    count += 1;
    return new Promise<string>((resolve) => {
      end = resolve;
    });
  });
  await Promise.all([readings.refresh(10), readings.refresh(10)]);
  await readings.refresh(10);
  expect([count, hanging.latest()]).toEqual([1, undefined]);
  end('late');
  await readings.refresh();
  expect([count, hanging.latest()]).toEqual([1, 'late']);
});
