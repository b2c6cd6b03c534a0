import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initialisedFolder, postgresOf, startService, useProcesses } from './processes.fixture.ts';

useProcesses();

test.each([
  ['thrown', 'SIGUSR2'],
  ['rejected', 'SIGWINCH'],
] as const)(
  'an error that is %s and that nobody handles is logged as JSON and ends the process in order',
  async (message, signal) => {
    const DATA_DIR = initialisedFolder();
    const preload = join(import.meta.dirname, 'unexpected-faults.fixture.ts');
    const service = await startService({ DATA_DIR, NODE_OPTIONS: `--import=${preload}` });
    process.kill(service.pid, signal);
    expect(await service.ended).toBe(1);
    const line = service
      .err()
      .split('\n')
      .find((one) => one.startsWith('{'));
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 'fatal', err: { type: 'Error', message } });
    expect(postgresOf(DATA_DIR)).toEqual([]);
  },
  60_000,
);
