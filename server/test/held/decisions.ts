import type { ApiResponse, Body } from '../harness.ts';
import { ACTORS, type Act, type ActorName, note, type Seen, type Thing } from './history.ts';
import { chance, later, pathOf, pick, type Run, type Step } from './run.ts';

/** An approver looks at everything that waits, and remembers it. */
export const look: Step = async (run) => {
  const { history, world } = run;
  const lead = world.actors[pick(run, ['lead', 'second'] as const)];
  const { data } = (await lead.get('/v1/held?limit=100')).body;
  for (const row of data as Body[]) {
    const thing = history.things.find(({ id }) => id !== undefined && (id === row.post_id || id === row.id));
    if (thing === undefined) continue;
    let text = row.preview;
    if (row.kind === 'retry') {
      // The post says what would leave; the row must be the same before and after.
      text = (await lead.get(pathOf(thing))).body?.text;
      const again = (await lead.get(`/v1/held/${row.id}`)).body;
      if (again.fingerprint !== row.fingerprint || again.state !== row.state) continue;
    }
    if (thing.seen.some(({ id, fingerprint }) => id === row.id && fingerprint === row.fingerprint)) continue;
    const { id, kind, reason, fingerprint, accounts } = row;
    thing.seen.push({ id, kind, reason, fingerprint, text, accounts, dueAt: row.due_at });
  }
  const thing = history.things.find(({ kind, id }) => kind === 'post' && id !== undefined);
  if (thing !== undefined) await note(history, { call: 'look', by: 'lead', thing }, () => lead.get(pathOf(thing)));
};

/** Something that somebody saw: mostly the last version. */
function aSeen(run: Run): { thing: Thing; seen: Seen } | undefined {
  const known = run.history.things.filter(({ seen }) => seen.length > 0);
  if (known.length === 0) return undefined;
  const thing = pick(run, known);
  return { thing, seen: chance(run, 0.7) ? (thing.seen.at(-1) as Seen) : pick(run, thing.seen) };
}

async function approveAs(by: ActorName, run: Run, thing: Thing, seen: Seen): Promise<Act> {
  const way = run.random();
  const isNow = seen.kind === 'post' && way < 0.25;
  const newTime = seen.kind === 'post' && way > 0.85 ? later(run) : undefined;
  const { fingerprint } = seen;
  const body = { fingerprint, ...(isNow && { publish_now: true }), ...(newTime && { scheduled_at: newTime }) };
  return note(run.history, { call: 'approve', by, thing, seen, isNow, newTime }, () =>
    run.world.actors[by].post(`/v1/held/${seen.id}/approve`, body),
  );
}

const APPROVERS = ACTORS.filter((by) => by !== 'mine');

export const approve: Step = async (run) => {
  const found = aSeen(run);
  if (found !== undefined) await approveAs(pick(run, APPROVERS), run, found.thing, found.seen);
};

export const approveTwice: Step = async (run) => {
  const found = aSeen(run);
  if (found === undefined) return;
  await Promise.all((['lead', 'second'] as const).map((by) => approveAs(by, run, found.thing, found.seen)));
};

export const bulk: Step = async (run) => {
  const { history, world } = run;
  const by = pick(run, ['lead', 'second'] as const);
  const found = history.things.flatMap((thing) => thing.seen.slice(-1).map((seen) => ({ thing, seen })));
  if (found.length === 0) return;
  const decision = pick(run, ['approve', 'approve', 'reject', 'request_changes']);
  const items = found.map(({ seen: { id, fingerprint } }) => ({ id, fingerprint }));
  const start = Date.now();
  const { status, body } = await world.actors[by].post('/v1/held/bulk', { items, decision, note: 'So.' });
  for (const [index, { thing, seen }] of found.entries()) {
    const call = decision === 'approve' ? 'approve' : 'decline';
    history.acts.push({ call, by, thing, seen, start, end: Date.now(), status, body: body.data?.[index] });
  }
};

export const decline: Step = async (run) => {
  const found = aSeen(run);
  if (found === undefined) return;
  const { thing, seen } = found;
  const by = pick(run, ACTORS);
  const ways: ((path: string) => Promise<ApiResponse>)[] = [
    (path) => run.world.actors[by].post(`${path}/reject`, {}),
    (path) => run.world.actors[by].post(`${path}/request-changes`, { note: 'Shorter.' }),
    (path) => run.world.actors[by].delete(path),
  ];
  const way = pick(run, ways);
  await note(run.history, { call: 'decline', by, thing, seen }, () => way(`/v1/held/${seen.id}`));
};
