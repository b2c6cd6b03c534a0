import { expect, test } from 'vitest';
import { classOf, PLATFORMS, STATES } from './kill-points.ts';
import { createPlan } from './plan.ts';

test('the plan of 200 kills hits each class in each state at least 15 times', () => {
  const plan = createPlan(1);
  const hits = new Map<string, number>();
  for (const platform of PLATFORMS) {
    for (let deaths = 0; deaths < 180; ) {
      const { aims } = plan.chain(platform);
      for (const { point } of aims) {
        const name = `${classOf(point.platform, point.kind)} ${point.platform} ${point.kind} ${point.state}`;
        if (point.kind === 'publish') hits.set(name, (hits.get(name) ?? 0) + 1);
      }
      deaths += aims.length;
    }
  }
  expect(hits.size).toBe(PLATFORMS.length * STATES.length);
  expect(Math.min(...hits.values())).toBeGreaterThanOrEqual(15);
});
