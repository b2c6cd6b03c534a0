import { defineConfig } from 'vitest/config';

/** The suites that take minutes: `npm run test:wide`. */
export default defineConfig({
  test: {
    include: ['{server,simulator,bench}/**/*.wide.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/test/global-setup.ts'],
    reporters: ['default', './server/test/closing-line.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
