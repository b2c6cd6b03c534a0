import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { postgresOf, run, temporaryFolder, useProcesses } from './start/processes.fixture.ts';

useProcesses();

async function demo(words: readonly string[], folder = temporaryFolder()) {
  const { ended, out, err } = run(['demo', ...words], { TMPDIR: folder });
  const code = await ended;
  expect(postgresOf(folder)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('hubbub-demo-'))).toEqual([]);
  return { code, out: out(), err: err() };
}

describe.concurrent('the demo', { timeout: 120_000 }, () => {
  test('ends with 0 and shows what happened outside', async () => {
    const { code, out, err } = await demo([]);
    expect([code, err]).toEqual([0, '']);
    expect(out.match(/ {2}(instagram|twitter|mastodon) +post /g)).toHaveLength(3);
    expect(out.match(/ {2}(instagram|twitter|mastodon) +reply /g)).toHaveLength(3);
    expect(out.match(/ {2}receiver +comment\.received {2}verified/g)).toHaveLength(3);
    expect(out).toContain('Every step was verified');
  });

  // Each step, broken by a fault of the simulator.
  test.each([
    [12, 'connect'],
    [13, 'webhook'],
    [14, 'publish'],
    [15, 'comment'],
    [16, 'reply'],
    [17, 'events'],
  ])('ends with %i when the step %s goes wrong', async (expected, step) => {
    const { code, err } = await demo(['--break', step, '--patience', '3']);
    expect(code).toBe(expected);
    expect(err).toMatch(new RegExp(`^\\nFAILED in step ${expected - 10}, ${step}: .+\\n$`));
  });

  test('ends with 11 when nothing can be started', async () => {
    const { ended, err } = run(['demo'], { TMPDIR: '/proc/none' });
    expect(await ended).toBe(11);
    expect(err()).toMatch(/FAILED in step 1, start: /);
  });
});
