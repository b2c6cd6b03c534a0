import { expect, test } from 'vitest';
import { CELLS } from './cells.ts';
import { type Finding, proveKills, proveStops } from './prove.ts';
import { createTally } from './tally.ts';

/**
 * How often the service is killed; some of it are stops past the lease. More of it, or the same again:
 * `KILLS=1000 KILL_SEED=7 npm test -- server/test/kill`
 */
const KILLS = Number(process.env.KILLS ?? 10);
const SEED = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
const STOPS = KILLS >= 100 ? Math.round(KILLS / 10) : Math.round(KILLS / 5);
/** Services that are killed side by side: each waits half of its time. */
const WORLDS = KILLS >= 100 ? 2 : 1;

test(
  `${KILLS} kills and stops with a platform call in flight lose nothing and double nothing`,
  async () => {
    const tally = createTally();
    const shares = Array.from({ length: WORLDS }, (_, world) => Math.floor((KILLS - STOPS + world) / WORLDS));
    const findings = await all([
      ...shares.map((kills, world) => proveKills(kills, SEED + 2 * world, tally)),
      proveStops(STOPS, SEED + 1, tally),
    ]);
    console.log(`${tally.table()}\n\n${closingLine(findings)}`);
    for (const { verdict, explanation, lateDeeds } of findings) {
      const share = verdict.unconfirmed.C / Math.max(1, verdict.ofClassC);
      const bad = verdict.problems.filter(({ what }) => what !== 'unconfirmed');
      expect(bad.length, `seed ${SEED}\n${explanation}`).toBe(0);
      expect([verdict.unconfirmed.A, verdict.unconfirmed.B], `seed ${SEED}\n${explanation}`).toEqual([0, 0]);
      expect(share, `seed ${SEED}\n${explanation}`).toBeLessThanOrEqual(0.01);
      expect(lateDeeds, `seed ${SEED}`).toEqual([]);
    }
    if (KILLS < 200) return;
    for (const cell of CELLS.filter(({ kind }) => kind === 'publish'))
      expect(tally.count(cell), `deaths in ${cell.platform} ${cell.state}`).toBeGreaterThanOrEqual(15);
  },
  120_000 + KILLS * 15_000,
);

/** All of them, to their ends even when one fails: nothing may be left running. */
async function all<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function closingLine(findings: readonly Finding[]): string {
  const sum = (of: (finding: Finding) => number) => findings.map(of).reduce((a, b) => a + b, 0);
  const found = (what: string) => sum(({ verdict }) => verdict.problems.filter((one) => one.what === what).length);
  const unconfirmed = (['A', 'B', 'C'] as const).map((name) => sum(({ verdict }) => verdict.unconfirmed[name]));
  return [
    `${KILLS} kills (${STOPS} of them stops past the lease), seed ${SEED}:`,
    `${sum(({ verdict }) => verdict.actions)} actions, ${sum(({ verdict }) => verdict.published)} published,`,
    `${found('lost')} lost, ${found('duplicated')} duplicated, ${found('wrong')} wrong, ${found('failed')} failed,`,
    `unconfirmed A ${unconfirmed[0]} B ${unconfirmed[1]} C ${unconfirmed[2]};`,
    `${sum(({ verdict }) => verdict.creates)} creates answered (${sum(({ cut }) => cut)} cut off and sent again), ${found('create')} missing or doubled, ${found('books')} wrong books`,
  ].join(' ');
}
