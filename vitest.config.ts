import { defineConfig } from 'vitest/config';

const everyTest = ['server/**/*.test.ts', 'simulator/**/*.test.ts', 'bench/**/*.test.ts'];
/** They replace the timers of Node for every module that is loaded beside them. */
const withOwnModules = ['server/src/connectors/{instagram,threads}/{publish,hostile}.test.ts'];
const notHere = ['**/node_modules/**', '**/*.wide.test.ts'];
const limits = { testTimeout: 60_000, hookTimeout: 60_000, teardownTimeout: 30_000 };

export default defineConfig({
  test: {
    reporters: ['default', './server/test/closing-line.ts'],
    pool: 'forks',
    // More than cores: much of the time processes are waited for.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...limits,
          name: 'tests',
          include: everyTest,
          exclude: [...notHere, ...withOwnModules],
          globalSetup: ['server/test/global-setup.ts'],
          // Loading the service and the simulator anew for each file would take longer than most of the tests.
          isolate: false,
          // Node loads the files as it does when the service runs.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { test: { ...limits, name: 'with own modules', include: withOwnModules, exclude: notHere } },
    ],
  },
});
