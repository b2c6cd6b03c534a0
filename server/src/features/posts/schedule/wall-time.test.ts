import { expect, test } from 'vitest';
import { randomRuns, SEED } from '../../../../test/random-runs.ts';
import { likelyZone, zoneNamed } from '../../../lib/time-zone.ts';
import { mismatchesOf, randomTimes, timesAroundChanges, ZONES } from './wall-time.fixture.ts';
import { fromWallTime, toWallTime } from './wall-time.ts';

test.each([
  ['skipped: forward', '2027-03-28T02:30:00', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
  ['twice: the earlier', '2027-10-31T02:30:00', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ['skipped by half an hour', '2027-10-03T02:15:00', 'Australia/Lord_Howe', '2027-10-02T15:45:00.000Z'],
  ['skipped at midnight', '2027-09-05T00:30:00', 'America/Santiago', '2027-09-05T04:30:00.000Z'],
  ['no clocks to change', '2027-07-01T12:00:00', 'Asia/Kolkata', '2027-07-01T06:30:00.000Z'],
  ['a whole day that never was', '2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
])('%s', async (_, local, zone, instant) => {
  expect((await fromWallTime(local, zone)).at.toISOString()).toBe(instant);
});

test('the wall time of an instant in a zone', async () => {
  const show = (instant: string) => toWallTime(new Date(instant), 'Europe/Berlin');
  expect(await show('2027-10-31T00:30:00Z')).toEqual({ local: '2027-10-31T02:30:00', offset: '+02:00' });
  expect(await show('2027-10-31T01:30:00Z')).toEqual({ local: '2027-10-31T02:30:00', offset: '+01:00' });
});

test('zones are found in any spelling and get their IANA names', async () => {
  expect(await zoneNamed('EUROPE/berlin')).toBe('Europe/Berlin');
  // A former name stays the one that was given: the caller knows it.
  expect(await zoneNamed('US/Pacific')).toBe('US/Pacific');
  for (const name of ['', ' Europe/Berlin', '+01:00', 'PST', 'Europe', 'Europe/Berlin/Mitte'])
    expect(await zoneNamed(name), name).toBeUndefined();
});

test('hints name zones that exist', async () => {
  for (const word of ['Europe/Berln', 'kolkata', 'New York', 'Asia/Kolkatta', 'sao paulo'])
    expect(await zoneNamed(likelyZone(word) ?? ''), word).toBeDefined();
});

test('every zone agrees with an independent implementation at random times and around each change', async () => {
  const seed = SEED;
  const wrong: string[] = [];
  for (const [index, zone] of ZONES.entries()) {
    const times = [
      ...randomTimes(randomRuns(12), seed + index),
      // The wide test checks all changes.
      ...timesAroundChanges(zone).filter((_, n) => n % 40 === seed % 40),
    ];
    wrong.push(...(await mismatchesOf(zone, times)));
  }
  expect(wrong, `with the seed ${seed}`).toEqual([]);
});
