import { expect, test } from 'vitest';
import { SEED } from '../random-runs.ts';
import { createKillCounts } from './kill-counts.ts';
import { KILL_POINTS } from './kill-points.ts';
import { type Finding, proveKills, proveStops } from './prove.ts';

/** Kills services with a platform call in flight, so often in all; of more than one, some are stops past the lease. */
export function testKills(kills: number): void {
  const stops = kills >= 100 ? Math.round(kills / 10) : Math.ceil((kills - 1) / 5);
  // Services that are killed side by side: each waits half of its time.
  const customers = kills >= 100 ? 2 : 1;
  test(
    `${kills} kills and stops with a platform call in flight lose and duplicate nothing`,
    async () => {
      const killCounts = createKillCounts();
      const shares = Array.from({ length: customers }, (_, customer) =>
        Math.floor((kills - stops + customer) / customers),
      );
      const findings = await all([
        ...shares.map((share, customer) => proveKills(share, SEED + 2 * customer, killCounts)),
        ...(stops === 0 ? [] : [proveStops(stops, SEED + 1, killCounts)]),
      ]);
      const title = `${kills} kills (${stops} of them stops past the lease), seed ${SEED}:`;
      console.log(`${killCounts.table()}\n\n${title} ${closingLine(findings)}`);
      for (const { outcomes, explanation, lateWrites } of findings) {
        const share = outcomes.unconfirmed.C / Math.max(1, outcomes.ofClassC);
        const bad = outcomes.problems.filter(({ what }) => what !== 'unconfirmed');
        expect(bad.length, `seed ${SEED}\n${explanation}`).toBe(0);
        expect([outcomes.unconfirmed.A, outcomes.unconfirmed.B], `seed ${SEED}\n${explanation}`).toEqual([0, 0]);
        expect(share, `seed ${SEED}\n${explanation}`).toBeLessThanOrEqual(0.01);
        expect(lateWrites, `seed ${SEED}`).toEqual([]);
      }
      if (kills < 200) return;
      for (const point of KILL_POINTS.filter(({ kind }) => kind === 'publish'))
        expect(killCounts.count(point), `deaths in ${point.platform} ${point.state}`).toBeGreaterThanOrEqual(15);
    },
    240_000 + kills * 15_000,
  );
}

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
    `${sum(({ outcomes }) => outcomes.actions)} actions, ${sum(({ outcomes }) => outcomes.published)} published,`,
    `${found('lost')} lost, ${found('duplicated')} duplicated, ${found('wrong')} wrong, ${found('failed')} failed,`,
    `unconfirmed A ${unconfirmed[0]} B ${unconfirmed[1]} C ${unconfirmed[2]};`,
    `${sum(({ outcomes }) => outcomes.creates)} creates answered (${sum(({ cut }) => cut)} cut off and sent again), ${found('create')} missing or doubled, ${found('books')} wrong books`,
  ].join(' ');
}
