import { defineConfig } from 'vitest/config';
import { shareEnvironment } from './server/test/process-environment.ts';

shareEnvironment();

/** The suites that take minutes: `npm run test:wide`. */
export default defineConfig({
  test: {
    include: ['{server,simulator,packages,bench,sdk}/**/*.wide.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/seed-fast-check.ts'],
    reporters: ['default', './server/test/closing-line.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
