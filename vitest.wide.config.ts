import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The wider suites: more of the same, or what needs more than a clone. One file after the other. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['server/**/*.wide.test.ts', 'simulator/**/*.wide.test.ts', 'bench/**/*.wide.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
  },
});
