import { defineConfig } from 'vitest/config';
import { LongestFirst } from './server/test/longest-first.ts';
import { shareEnvironment } from './server/test/process-environment.ts';

const everyTest = ['{server,simulator,packages,bench,sdk}/**/*.wide.test.ts'];
/** The first replaces Node's timers for all modules beside it, the last its FormData; the others measure their own process. */
const alone = [
  'server/src/adapters/ai/media-analysis.wide.test.ts',
  'server/src/features/posts/import/import-size.wide.test.ts',
  'simulator/src/core/worlds/standstill.wide.test.ts',
  'simulator/judges/clients/mastodon.wide.test.ts',
];
const excluded = ['**/node_modules/**'];
const common = {
  // Tests that start ten processes take half a minute, and several times of that on a busy machine.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  teardownTimeout: 30_000,
  setupFiles: ['server/test/seed-fast-check.ts'],
};

shareEnvironment();

/** The suites that take minutes: `npm run test:wide`. */
export default defineConfig({
  test: {
    reporters: ['default', './server/test/closing-line.ts'],
    pool: 'forks',
    // Once for both projects. Files share no services here (`keepsServices`): many of them leave a busy one.
    globalSetup: ['server/test/global-setup.ts'],
    // More than two cores need: many files wait for processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'wide',
          include: everyTest,
          exclude: [...excluded, ...alone],
          // As in vitest.config.ts: files share what they load, and Node loads it.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { test: { ...common, name: 'wide, alone', include: alone, exclude: excluded } },
    ],
  },
});
