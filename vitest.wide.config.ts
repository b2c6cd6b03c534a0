import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The suites that take minutes: `npm run test:wide`. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['{server,simulator,bench}/**/*.wide.test.ts'],
    exclude: ['**/node_modules/**'],
    maxWorkers: 1,
  },
});
