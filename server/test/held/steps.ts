import type { Body } from '../harness.ts';
import { approve, approveTwice, bulk, decline, look } from './decisions.ts';
import { ACTORS, isDone, note, type Thing } from './history.ts';
import { aPost, chance, later, pathOf, pick, type Run, type Step } from './run.ts';
import { nothingOnItsWay } from './world.ts';

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

export const switchApproval: Step = async (run) => {
  const { world, history } = run;
  const isOn = chance(run, 0.5);
  const change = chance(run, 0.2) ? { self_approval: chance(run, 0.5) } : { approval: isOn };
  const facts = { call: 'brand', by: 'lead', thing: undefined, ...('approval' in change && { isOn }) } as const;
  await note(history, facts, () => world.actors.lead.patch(`/v1/brands/${world.brandId}`, change));
};

export async function advance(run: Run, duration: string): Promise<void> {
  const { clock, actors, hasPersons } = run.world;
  if (!hasPersons && /^P\d/.test(duration)) await nothingOnItsWay(run.world);
  const act = await note(run.history, { call: 'clock', by: 'owner', thing: undefined }, () =>
    actors.owner.post('/v1/test/clock', { advance: duration }),
  );
  if (isDone(act)) clock.moved(act.start, act.end, act.body.ahead_seconds);
}

export const wait: Step = async (run) => {
  // A platform remembers the key of a call for an hour. No clock jumps over that while a killed service's call is looked for.
  await advance(run, pick(run, run.world.hasPersons ? ['PT15M', 'PT1H', 'PT3H'] : ['PT5M', 'PT15M']));
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
