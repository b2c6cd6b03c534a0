import type { ApiResponse, Body } from '../harness.ts';
import {
  ACTORS,
  type Act,
  type ActorName,
  type History,
  isDone,
  isHeld,
  mayApprove,
  note,
  type Seen,
  type Thing,
} from './history.ts';
import type { HeldWorld } from './world.ts';

/** The world, the history that is made in it, and chance. */
export interface Run {
  readonly world: HeldWorld;
  readonly history: History;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export type Step = (run: Run) => Promise<unknown>;

const MINUTE = 60_000;

export function pick<T>({ random }: Pick<Run, 'random'>, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

const chance = ({ random }: Run, share: number) => random() < share;
const aPost = (run: Run) =>
  pick(
    run,
    run.history.things.filter(({ kind, id }) => kind === 'post' && id !== undefined),
  );
const pathOf = ({ id }: Thing) => `/v1/posts/${id}`;

function newText({ history }: Run, thing: Thing): string {
  const text = `${history.name} v${history.things.flatMap(({ texts }) => [...texts]).length}`;
  thing.texts.add(text);
  return text;
}

function someAccounts(run: Run) {
  const { accounts } = run.world;
  const chosen = accounts.filter(() => chance(run, 0.6));
  return chosen.length === 0 ? [pick(run, accounts)] : chosen;
}

const later = ({ world, random }: Run) =>
  new Date(world.clock.now().getTime() + Math.ceil(5 + random() * 180) * MINUTE).toISOString();

export const create: Step = async (run) => {
  const { world, history } = run;
  const thing: Thing = { kind: 'post', id: undefined, texts: new Set(), seen: [] };
  history.things.push(thing);
  const by = pick(run, ACTORS);
  const accounts = someAccounts(run).map(({ id }) => id);
  const text = newText(run, thing);
  const way = pick(run, [{}, { publish_now: true }, { scheduled_at: later(run) }, { scheduled_at: later(run) }]);
  const body = { text, targets: accounts.map((id) => ({ account_id: id })), ...way };
  const act = await note(history, { call: 'create', by, thing, text, accounts }, () =>
    world.actors[by].post('/v1/posts', body),
  );
  thing.id = act.body?.id;
};

export const edit: Step = async (run) => {
  const { world, history } = run;
  const thing = aPost(run);
  const by = pick(run, ACTORS);
  const change: Body = {};
  const facts: { text?: string; accounts?: string[] } = {};
  if (chance(run, 0.7)) {
    change.text = newText(run, thing);
    facts.text = change.text;
  }
  if (chance(run, 0.2)) {
    facts.accounts = someAccounts(run).map(({ id }) => id);
    change.targets = facts.accounts.map((id) => ({ account_id: id }));
  }
  if (Object.keys(change).length === 0 || chance(run, 0.2)) change.scheduled_at = chance(run, 0.8) ? later(run) : null;
  await note(history, { call: 'edit', by, thing, ...facts }, () => world.actors[by].patch(pathOf(thing), change));
};

const onPost =
  (call: 'publish' | 'retry', path = call): Step =>
  async (run) => {
    const thing = aPost(run);
    const by = pick(run, ACTORS);
    await note(run.history, { call, by, thing }, () => run.world.actors[by].post(`${pathOf(thing)}/${path}`));
  };
export const publish = onPost('publish');
export const retry = onPost('retry');

export const remove: Step = async (run) => {
  const thing = aPost(run);
  const by = pick(run, ACTORS);
  const client = run.world.actors[by];
  await note(run.history, { call: 'remove', by, thing }, () =>
    chance(run, 0.7) ? client.post(`${pathOf(thing)}/unpublish`) : client.delete(pathOf(thing)),
  );
};

export const reply: Step = async (run) => {
  const { world, history } = run;
  const thing: Thing = { kind: 'reply', id: undefined, texts: new Set(), seen: [] };
  history.things.push(thing);
  const by = pick(run, ['planner', 'planner', 'mine', 'owner'] as const);
  const text = newText(run, thing);
  const { postId, commentId, accountId } = world.question;
  const body = { text, comment_id: commentId, account_id: accountId };
  const act = await note(history, { call: 'create', by, thing, text, accounts: [accountId] }, () =>
    world.actors[by].post(`/v1/inbox/comments/${postId}`, body),
  );
  thing.id = act.body?.held_id;
};

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

export const switchApproval: Step = async (run) => {
  const { world, history } = run;
  const isOn = chance(run, 0.5);
  const change = chance(run, 0.2) ? { self_approval: chance(run, 0.5) } : { approval: isOn };
  const facts = { call: 'brand', by: 'lead', thing: undefined, ...('approval' in change && { isOn }) } as const;
  await note(history, facts, () => world.actors.lead.patch(`/v1/brands/${world.brandId}`, change));
};

export async function advance(run: Run, duration: string): Promise<void> {
  const { clock, actors } = run.world;
  const act = await note(run.history, { call: 'clock', by: 'owner', thing: undefined }, () =>
    actors.owner.post('/v1/test/clock', { advance: duration }),
  );
  if (isDone(act)) clock.moved(act.start, act.end, act.body.ahead_seconds);
}

export const wait: Step = async (run) => {
  await advance(run, pick(run, ['PT15M', 'PT1H', 'PT3H']));
  if (chance(run, 0.7)) await run.world.pass();
};

/** The next attempt of an account is rejected, or (class D) its response is lost. */
export const fail: Step = async (run) => {
  const { platform, platformId: account } = pick(run, run.world.accounts);
  const lost = { kind: 'accept_drop' };
  const kind = platform === 'telegram' ? lost : { kind: 'body', status: 422, body: { error: 'Not this one' } };
  await run.world.control('POST', 'faults', { platform, account, operation: 'publish', ...kind });
};

/** Every step, as often as it is to be drawn. */
export const STEPS: readonly (readonly [number, Step])[] = [
  [3, create],
  [5, edit],
  [2, publish],
  [1, retry],
  [1, remove],
  [2, reply],
  [4, look],
  [4, approve],
  [3, approveTwice],
  [2, bulk],
  [2, decline],
  [2, switchApproval],
  [2, wait],
  [1, fail],
];

export { isHeld, mayApprove };
