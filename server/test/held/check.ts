import type { Body } from '../harness.ts';
import { type Act, type History, isBrandOn, isDone, isHeld, personOf, showsWaiting, type Thing } from './history.ts';
import type { HeldWorld } from './world.ts';

/** Something that left: an entry of the ledger with the real time at which it did. */
interface Left {
  readonly kind: string;
  readonly text: string;
  readonly account: string;
  readonly isOfBrand: boolean;
  readonly at: number;
  /** By the clock of the platforms. */
  readonly shownAt: string;
}

/** Compares what left with what somebody may have let leave. Gives a line for each difference. */
export async function problemsOf(world: HeldWorld, history: History, entries: readonly Body[]): Promise<string[]> {
  const problems: string[] = [];
  const left = entries.flatMap((entry) => leftOf(world, entry));
  for (const thing of history.things) {
    const of = left.filter(
      ({ text, kind }) => ['post', 'reply', 'edit'].includes(kind) && textOf(thing, text) !== undefined,
    );
    for (const one of of) {
      const found = { ...one, text: textOf(thing, one.text) as string };
      if (!history.acts.some((act) => lets(history, act, thing, found)))
        problems.push(`nobody let this leave: ${JSON.stringify(found)}`);
    }
    const copies = Map.groupBy(
      of.filter(({ kind }) => kind !== 'edit'),
      ({ account }) => account,
    );
    for (const [account, twice] of copies)
      if (twice.length > 1)
        problems.push(`${twice.length} copies of ${thing.id} on ${account}: ${JSON.stringify(twice)}`);
    if (thing.kind === 'reply') problems.push(...repliesWrong(history, thing, of));
  }
  for (const act of history.acts.filter(({ status, body }) => status >= 500 && body?.code !== 'not_supported'))
    problems.push(`${act.call} → ${act.status}`);
  problems.push(
    ...(world.hasPersons ? own(history) : []),
    ...(await postsWrong(world, history, left)),
    ...(await rowsWrong(world, history)),
  );
  return problems;
}

function leftOf({ accounts, clock }: HeldWorld, { kind, text, account: platformId, at }: Body): Left[] {
  const account = accounts.find((one) => one.platformId === platformId);
  if (account === undefined) return [];
  const { id, isOfBrand } = account;
  return [{ kind, text, account: id, isOfBrand, at: clock.realTimeOf(at), shownAt: at }];
}

/** The version that a text of the platform is: replies begin with a mention there. */
const textOf = ({ texts }: Thing, text: string) => [...texts].find((own) => text === own || text.endsWith(` ${own}`));

/** Whether an act may have let this leave: it began before, and nothing that ended before has taken its right away. */
function lets(history: History, act: Act, thing: Thing, left: Left): boolean {
  if (act.thing !== thing || act.start > left.at || !isDone(act)) return false;
  if (!isApprovalOf(act, left) && !isDirect(history, act, left)) return false;
  return !history.acts.some(
    (later) => later.thing === thing && later.start > act.end && later.end < left.at && takes(later, act, left),
  );
}

/** The version that left is the one that the approver saw, not before its time. */
function isApprovalOf({ call, seen, isNow, newTime }: Act, { text, account, shownAt }: Left): boolean {
  if (call !== 'approve' || seen === undefined || seen.text !== text || !seen.accounts.includes(account)) return false;
  const due = isNow ? undefined : (newTime ?? seen.dueAt);
  return due === undefined || shownAt >= due;
}

/** Somebody who sends alone did it, and no approval of the brand was in force. */
function isDirect(history: History, act: Act, { kind, text, isOfBrand }: Left): boolean {
  const { call, by, status, body } = act;
  if (isHeld(by) || status === 202 || !['create', 'edit', 'publish', 'retry'].includes(call)) return false;
  if (isOfBrand && kind !== 'reply' && isBrandOn(history, act)) return false;
  if (act.text !== undefined && act.text !== text) return false;
  return call === 'publish' || call === 'retry' || kind === 'reply' || !['draft', 'failed'].includes(body?.status);
}

/** Whether a later act has made another version, or shows that the post waits again. */
function takes(later: Act, act: Act, { kind }: Left): boolean {
  if (kind !== 'post') return false;
  if (showsWaiting(later)) return true;
  return later.call === 'edit' && isDone(later) && later !== act;
}

function repliesWrong({ acts }: History, thing: Thing, of: readonly Left[]): string[] {
  const sent = acts.filter(
    (act) =>
      act.thing === thing && isDone(act) && (act.call === 'approve' || (act.call === 'create' && act.status !== 202)),
  );
  if (sent.length > 0 === of.length > 0) return [];
  return [`${of.length} replies left of ${thing.id}, ${sent.length} were let: ${JSON.stringify(sent)}`];
}

/** Nobody approves what the brand holds after writing some of it since the last approval. */
function own(history: History): string[] {
  const { acts } = history;
  const isSelf = acts.some(({ call, isOn }) => call === 'brand' && isOn === undefined);
  return acts
    .filter(
      (act) =>
        act.call === 'approve' &&
        isDone(act) &&
        !isRepeat(acts, act) &&
        isBrandOn(history, act) &&
        act.seen?.reason === 'brand' &&
        act.seen.kind === 'post' &&
        !isSelf,
    )
    .filter((act) => {
      const ofThing = acts.filter(({ thing }) => thing === act.thing);
      const approved = ofThing.filter((one) => one.call === 'approve' && isDone(one) && one !== act);
      const since = Math.max(0, ...approved.map(({ end }) => end));
      const wrote = ofThing.filter(
        (one) => ['create', 'edit'].includes(one.call) && isDone(one) && one.end < act.start && one.start > since,
      );
      return since < act.start && wrote.some(({ by }) => personOf(by) === act.by);
    })
    .map(({ thing, by }) => `${by} approved what ${by} wrote: ${thing?.id}`);
}

/** Posts say what the platforms have, nothing is on its way, and what was approved last has left. */
async function postsWrong({ sql, tenantId }: HeldWorld, history: History, left: readonly Left[]): Promise<string[]> {
  const things = history.things.filter(({ kind, id }) => kind === 'post' && id !== undefined);
  const rows = await sql(
    `select p.id, p.status, p.charged_period, p.held, json_agg(json_build_object('account', a.account_id, 'status', a.status)) as targets
     from posts p left join actions a on a.tenant_id = p.tenant_id and a.post_id = p.id and a.kind = 'publish'
     where p.tenant_id = $1 and p.id = any ($2) group by p.tenant_id, p.id`,
    [tenantId, things.map(({ id }) => id)],
  );
  const problems: string[] = [];
  for (const thing of things) {
    const row = rows.find(({ id }) => id === thing.id);
    const copies = left.filter(({ kind, text }) => kind === 'post' && textOf(thing, text) !== undefined);
    if (row === undefined) continue;
    const tell = (words: string) => problems.push(`${words}: ${JSON.stringify({ row, copies })}`);
    if (['scheduled', 'publishing'].includes(row.status)) tell('it never ended');
    if (copies.length > 0 && row.status === 'draft') tell('a draft has copies');
    for (const { account, status } of row.targets) {
      const there = copies.filter((copy) => copy.account === account).length;
      if (status === 'published' && there !== 1) tell('published without a copy');
      if (['pending', 'failed'].includes(status) && there > 0) tell('a copy that we do not know');
    }
    const isApproved = lastWord(history, thing)?.call === 'approve';
    if (isApproved && ['draft', 'scheduled'].includes(row.status)) tell('it was approved and did not leave');
  }
  return problems;
}

/** An approval again of what was approved: it answers, and decides nothing. */
function isRepeat(acts: readonly Act[], act: Act): boolean {
  const isSame = (one: Act) => one.seen?.id === act.seen?.id && one.seen?.fingerprint === act.seen?.fingerprint;
  return (
    act.call === 'approve' &&
    acts.some((one) => one !== act && one.call === 'approve' && isDone(one) && isSame(one) && one.end < act.start)
  );
}

/** The last act that decided about a post, if nothing else was done at the same time. */
function lastWord({ acts }: History, thing: Thing): Act | undefined {
  const changes = acts.filter(
    (act) => act.thing === thing && act.call !== 'look' && isDone(act) && !isRepeat(acts, act),
  );
  const last = changes.at(-1);
  if (last === undefined || last.seen?.kind !== 'post') return undefined;
  return changes.every((act) => act === last || act.end < last.start) ? last : undefined;
}

/** A row waits exactly where its post says so, and is approved at most once. */
async function rowsWrong({ sql, tenantId }: HeldWorld, { things }: History): Promise<string[]> {
  const ids = things.flatMap(({ id }) => id ?? []);
  const wrong = await sql(
    `select p.id, p.held, h.id as row from posts p left join held h on h.tenant_id = p.tenant_id and h.post_id = p.id and h.state in ('waiting', 'missed')
     where p.tenant_id = $1 and p.id = any ($2) group by p.tenant_id, p.id, h.id having (p.held is null) <> (h.id is null)`,
    [tenantId, ids],
  );
  const twice = await sql(
    `select data ->> 'held_id' as id, count(*) from events where tenant_id = $1 and type = 'held.approved' and resource_id = any ($2)
     group by 1 having count(*) > 1`,
    [tenantId, ids],
  );
  return [
    ...wrong.map((row) => `the post and what waits of it differ: ${JSON.stringify(row)}`),
    ...twice.map((row) => `approved more than once: ${JSON.stringify(row)}`),
  ];
}
