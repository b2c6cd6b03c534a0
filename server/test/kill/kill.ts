import { expect, test } from 'vitest';
import { SEED } from '../random-runs.ts';
import { createKillCounts } from './kill-counts.ts';
import { KILL_POINTS } from './kill-points.ts';
import { type Finding, proveKills, proveStops } from './prove.ts';

/** How often the service dies: by one kill. Stops past the lease, too: `KILLS=500 npm test -- server/test/kill`. */
const KILLS = Number(process.env.KILLS ?? 1);
const STOPS = KILLS >= 100 ? Math.round(KILLS / 10) : Math.ceil((KILLS - 1) / 5);
/** Services that are killed side by side: each waits half of its time. */
const CUSTOMERS = KILLS >= 100 ? 2 : 1;

test(
  `${KILLS} kills and stops with a platform call in flight lose and duplicate nothing`,
  async () => {
    const killCounts = createKillCounts();
    const shares = Array.from({ length: CUSTOMERS }, (_, customer) =>
      Math.floor((KILLS - STOPS + customer) / CUSTOMERS),
    );
    const findings = await all([
      ...shares.map((kills, customer) => proveKills(kills, SEED + 2 * customer, killCounts)),
      ...(STOPS === 0 ? [] : [proveStops(STOPS, SEED + 1, killCounts)]),
    ]);
    console.log(`${killCounts.table()}\n\n${closingLine(findings)}`);
    for (const { outcomes, explanation, lateWrites } of findings) {
      const share = outcomes.unconfirmed.C / Math.max(1, outcomes.ofClassC);
      const bad = outcomes.problems.filter(({ what }) => what !== 'unconfirmed');
      expect(bad.length, `seed ${SEED}\n${explanation}`).toBe(0);
      expect([outcomes.unconfirmed.A, outcomes.unconfirmed.B], `seed ${SEED}\n${explanation}`).toEqual([0, 0]);
      expect(share, `seed ${SEED}\n${explanation}`).toBeLessThanOrEqual(0.01);
      expect(lateWrites, `seed ${SEED}`).toEqual([]);
    }
    if (KILLS < 200) return;
    for (const point of KILL_POINTS.filter(({ kind }) => kind === 'publish'))
      expect(killCounts.count(point), `deaths in ${point.platform} ${point.state}`).toBeGreaterThanOrEqual(15);
  },
  240_000 + KILLS * 15_000,
);

/** Waits for all of them even when one fails, so that nothing is left running. */
async function all<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function closingLine(findings: readonly Finding[]): string {
  const sum = (of: (finding: Finding) => number) => findings.map(of).reduce((a, b) => a + b, 0);
  const found = (what: string) => sum(({ outcomes }) => outcomes.problems.filter((one) => one.what === what).length);
  const unconfirmed = (['A', 'B', 'C'] as const).map((name) => sum(({ outcomes }) => outcomes.unconfirmed[name]));
  return [
    `${KILLS} kills (${STOPS} of them stops past the lease), seed ${SEED}:`,
    `${sum(({ outcomes }) => outcomes.actions)} actions, ${sum(({ outcomes }) => outcomes.published)} published,`,
    `${found('lost')} lost, ${found('duplicated')} duplicated, ${found('wrong')} wrong, ${found('failed')} failed,`,
    `unconfirmed A ${unconfirmed[0]} B ${unconfirmed[1]} C ${unconfirmed[2]};`,
    `${sum(({ outcomes }) => outcomes.creates)} creates answered (${sum(({ cut }) => cut)} cut off and sent again), ${found('create')} missing or doubled, ${found('books')} wrong books`,
  ].join(' ');
}
