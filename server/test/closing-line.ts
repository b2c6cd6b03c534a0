import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with the seed of the random cases and one plain line of counts. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandled.length;
    let skipped = 0;
    for (const module of modules) {
      if (
        module.state() === 'failed' &&
        [...module.children.allTests()].every((test) => test.result().state !== 'failed')
      )
        failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else skipped++;
      }
    }
    console.log(`\nSeed of the random cases: ${process.env.TEST_SEED}. To repeat them, set TEST_SEED to it.`);
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
