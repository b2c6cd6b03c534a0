import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../harness.ts';
import { SEED } from '../random-runs.ts';
import { walk } from './walk.ts';
import { makeHeldWorld } from './world.ts';

/** A world's ledger is read whole, and its clock only goes forward. */
const HISTORIES_PER_WORLD = 25;
const WORLDS_AT_ONCE = 8;

/** Runs so many histories; each must let leave what somebody let leave, and nothing else. */
export function testInterleavings(count: number): void {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ POLL_SECONDS: '3600' });
  });
  afterAll(() => service?.close());

  test(
    `${count} interleavings of holding, changes, approvals and time let leave what was approved, once`,
    async () => {
      // Comparing each response with the contract takes longer than the service.
      const isLarge = count > HISTORIES_PER_WORLD;
      const problems: string[] = [];
      let next = 0;
      const from = performance.now();
      const one = async () => {
        while (next < count && problems.length < 5) {
          const first = next;
          next = Math.min(count, first + HISTORIES_PER_WORLD);
          const world = await makeHeldWorld(service, (first / HISTORIES_PER_WORLD) % 2 === 0 ? 'free' : 'pro', isLarge);
          for (let index = first; index < Math.min(count, first + HISTORIES_PER_WORLD); index += 1) {
            const wrong = await walk(world, `h${index}`, SEED + index);
            if (wrong !== undefined) problems.push(wrong);
          }
        }
      };
      await Promise.all(Array.from({ length: Math.min(WORLDS_AT_ONCE, Math.ceil(count / HISTORIES_PER_WORLD)) }, one));
      const seconds = Math.round((performance.now() - from) / 1000);
      if (isLarge) console.log(`${next} interleavings, seed ${SEED}, ${seconds} s: ${problems.length} with problems`);
      expect(problems.join('\n'), `seed ${SEED}`).toBe('');
    },
    240_000 + count * 1000,
  );
}
