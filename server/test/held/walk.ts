import { randomOf } from '../kill/plan.ts';
import { chargesWrong, usageOf } from './charges.ts';
import { problemsOf } from './check.ts';
import { asText, type History, note } from './history.ts';
import { pick, type Run, type Step } from './run.ts';
import { advance, create, STEPS } from './steps.ts';
import { type HeldWorld, settled } from './world.ts';

const DRAWN: readonly Step[] = STEPS.flatMap(([share, step]) => Array.from({ length: share }, () => step));

/** Runs one history in a world, waits for its end and gives what is wrong with it. */
export async function walk(world: HeldWorld, name: string, seed: number): Promise<string | undefined> {
  const random = randomOf(seed);
  const history: History = { name, things: [], acts: [] };
  const run: Run = { world, history, random };
  const used = await usageOf(world);
  const approval = random() < 0.5;
  await note(history, { call: 'brand', by: 'lead', thing: undefined, isOn: approval }, () =>
    world.actors.lead.patch(`/v1/brands/${world.brandId}`, { approval, self_approval: false }),
  );
  if (random() < 0.15) await advance(run, 'P31D');
  // A plan without posts left still takes drafts.
  while (!history.things.some(({ id }) => id !== undefined)) await create(run);
  const rounds = 4 + Math.floor(random() * 5);
  for (let round = 0; round < rounds; round += 1) {
    const steps = new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(run, DRAWN)));
    await Promise.all([...steps].map((step) => step(run)));
  }
  await world.control('DELETE', 'faults');
  const ids = history.things.flatMap(({ kind, id }) => (kind === 'post' && id !== undefined ? [id] : []));
  await advance(run, 'P1D');
  await world.pass();
  await settled(world, ids);
  const { entries } = await world.control('GET', 'ledger');
  const problems = [
    ...(await problemsOf(world, history, entries)),
    ...chargesWrong(history, entries, used, await usageOf(world)),
  ];
  return problems.length === 0 ? undefined : [...problems, `seed ${seed}`, asText(history), ''].join('\n');
}
