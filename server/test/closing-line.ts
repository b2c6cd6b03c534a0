import type { Reporter, TestModule } from 'vitest/node';

/** With imports, hooks and tests, in seconds. */
function secondsOf(module: TestModule): number {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return (prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration) / 1000;
}

/**
 * Ends the output with the seed of the random cases and one plain line of counts. `SLOWEST_FILES` is the number of the
 * slowest files that it prints before.
 */
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
    const slowest = [...modules].sort((a, b) => secondsOf(b) - secondsOf(a));
    for (const module of slowest.slice(0, Number(process.env.SLOWEST_FILES ?? 0)))
      console.log(`${String(Math.round(secondsOf(module))).padStart(5)} s  ${module.relativeModuleId}`);
    console.log(`\nSeed of the random cases: ${process.env.TEST_SEED}. To repeat them, set TEST_SEED to it.`);
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
