import { defineConfig } from 'vitest/config';
import { LongestFirst } from './server/test/longest-first.ts';
import { shareEnvironment } from './server/test/process-environment.ts';

const everyTest = ['{server,simulator,packages,bench,sdk}/**/*.test.ts'];
/** These replace Node's timers for every module that is loaded beside them, so they need modules of their own. */
const withOwnModules = ['server/src/connectors/{instagram,threads}/{publish,hostile}.test.ts'];
/**
 * Files that prove one thing over every operation, table, kill or race. Changes seldom break them alone, and they take a third of
 * the time: `.ci/run` and `TESTS=all npm test` run them, and so does naming them.
 */
const exhaustive = [
  'server/test/{brand-limits,concurrent-requests,connections,fuzz,rejections}.test.ts',
  'server/test/{kill,promises}/*.test.ts',
  'server/test/database/{baseline,commit-cut}.test.ts',
  'simulator/src/core/kill.test.ts',
  'simulator/src/platforms/instagram/durability.test.ts',
];
const isNamed = process.argv.slice(2).some((word) => !/^(-|run$|watch$|test$)/.test(word));
const isWhole = process.env.TESTS === 'all' || isNamed;
const excluded = ['**/node_modules/**', '**/*.wide.test.ts', ...(isWhole ? [] : exhaustive)];
const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  teardownTimeout: 30_000,
  setupFiles: ['server/test/seed-fast-check.ts', 'server/test/record-statements.ts'],
};

shareEnvironment();

export default defineConfig({
  test: {
    reporters: ['default', './server/test/closing-line.ts'],
    pool: 'forks',
    // A worker runs many services one after the other: collecting their garbage would take a tenth of the time.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=16'],
    // More than the cores: much of the time a worker waits for processes.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'tests',
          include: everyTest,
          exclude: [...excluded, ...withOwnModules],
          globalSetup: ['server/test/global-setup.ts'],
          // Loading the service and the simulator anew for each file would take longer than most of the tests.
          isolate: false,
          // Node loads the files as it does when the service runs.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { test: { ...common, name: 'with own modules', include: withOwnModules, exclude: excluded } },
    ],
  },
});
