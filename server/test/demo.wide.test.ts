import { expect, test } from 'vitest';
import { connectors } from '../src/connectors/index.ts';
import { run, temporaryFolder, useProcesses } from './start/processes.fixture.ts';

useProcesses();

test('the demo uses every capability of each platform', async () => {
  const { ended, out, err } = run(['demo', '--platforms', 'all', '--patience', '60'], { TMPDIR: temporaryFolder() });
  expect([await ended, err()]).toEqual([0, '']);
  for (const { displayName } of Object.values(connectors)) expect(out()).toContain(`| ${displayName} `);
  expect(out()).toContain('Every step was verified');
}, 300_000);

test('the demo lists the platforms when it gets an unknown one', async () => {
  const { ended, err } = run(['demo', '--platforms', 'mastodon,friendster'], { TMPDIR: temporaryFolder() });
  expect(await ended).toBe(11);
  expect(err()).toContain('--platforms takes all or some of');
});

test.each([
  ['connect', 12],
  ['webhook', 13],
  ['publish', 14],
  ['comment', 15],
  ['reply', 16],
  ['events', 17],
] as const)(
  'the demo, broken by a fault of the simulator in %s, names the step and ends with %i',
  async (step, code) => {
    const words = ['demo', '--break', step, '--patience', '3'];
    const { ended, err } = run(words, { TMPDIR: temporaryFolder() });
    expect(await ended).toBe(code);
    expect(err()).toMatch(new RegExp(`^\\nFAILED in step ${code - 10}, ${step}: .+\\n$`));
  },
);
