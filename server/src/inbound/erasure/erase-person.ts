import type { Erasures } from '../../core/inbound/callbacks.ts';
import type { TenantDatabase, Transaction } from '../../db/database.ts';
import { erasePerson as eraseFromExports } from '../../features/exports/index.ts';
import { noteErased, openInbox } from '../../features/inbox/index.ts';
import { endAccess } from './end-access.ts';
import * as answers from './erased-answers.repository.ts';
import * as items from './erased-items.repository.ts';
import * as traces from './erased-traces.repository.ts';
import * as erasures from './erasure.repository.ts';

/**
 * Erases a person from a tenant, account by account, in transactions of at most `BATCH` rows. Items go together with the
 * answers and events that can only be found by them, so a killed process leaves nothing behind.
 */
export async function erasePerson(
  db: TenantDatabase,
  job: erasures.ErasureJob,
  { hasSeveralIds }: Pick<Erasures, 'hasSeveralIds'>,
): Promise<void> {
  const { tenantId, platform, livemode } = job;
  const person = await erasures.learnPerson(db, job, hasSeveralIds === true);
  const accounts = await erasures.accountsOf(db, job);
  const own = accounts.filter(({ isOwn }) => isOwn).map(({ accountId }) => accountId);
  // No reading may bring back what the steps below erase. An answer that is being sent repeats them all.
  await noteErased(db, job, [...person.ids, ...own]);
  await db.transaction(async (tx) => {
    if (await endAccess(tx, job, own)) await erasures.noteFound(tx, job);
  });
  for (const account of accounts) {
    const { accountId } = account;
    const place = { ...account, tenantId, person };
    const step = <T>(work: (tx: Transaction) => Promise<T>) =>
      db.transaction(async (tx) => {
        await answers.lockAccount(tx, place);
        await openInbox(tx, { tenantId, accountId, platform, livemode });
        return work(tx);
      });
    const counted = (work: (tx: Transaction) => Promise<number>) =>
      step(async (tx) => {
        const count = await work(tx);
        if (count > 0) await erasures.noteFound(tx, job);
        return count;
      });
    await step(async (tx) => eraseAnswers(tx, job, place, await answers.open(tx, job, place)));
    // A worker that reads a callback stores nothing once it is empty.
    while ((await counted((tx) => traces.eraseCallbacks(tx, place))) === items.BATCH);
    while (await eraseItems(step, job, place));
    for (let after: string | undefined = ''; after !== undefined; )
      after = await step((tx) => eraseAnswerPage(tx, job, place, after as string));
    for (let after = '0'; after !== ''; )
      await counted(async (tx) => {
        const page = await traces.eraseEventPage(tx, place, after);
        after = page.at(-1) ?? '';
        return page.length;
      });
    await counted((tx) => items.eraseChanges(tx, place));
    await counted((tx) => eraseFromExports(tx, tenantId, { ...account, personIds: person.ids }));
  }
  await traces.eraseResponses(db, job, person);
}

type Step = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** One batch of each kind of item; false when none is left. */
async function eraseItems(step: Step, job: erasures.ErasureJob, place: items.Place): Promise<boolean> {
  let isAny = false;
  for (const table of items.ITEM_TABLES)
    await step(async (tx) => {
      const found = await items.find(tx, place, table);
      if (found.length === 0) return;
      isAny = true;
      await erasures.noteFound(tx, job);
      const platformIds = found.flatMap(({ platform_id }) => platform_id ?? []);
      const actionIds = found.flatMap(({ action_id }) => action_id ?? []);
      await eraseAnswers(tx, job, place, [...actionIds, ...(await answers.toItems(tx, place, platformIds))]);
      const own = table === 'comments' ? await items.ownComments(tx, place, platformIds) : [];
      const ids = [...found.map(({ id }) => id), ...own];
      await traces.eraseEventsOf(tx, place, ids);
      await items.erase(tx, place, table, ids);
    });
  return isAny;
}

/** Erases answers with their comments and review replies. */
async function eraseAnswers(
  tx: Transaction,
  job: erasures.ErasureJob,
  place: items.Place,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await erasures.noteFound(tx, job);
  const erased = await answers.erase(tx, job, place, ids);
  const made = erased.flatMap(({ platform_id }) => platform_id ?? []);
  await items.erase(tx, place, 'comments', await items.ownComments(tx, place, made));
  await items.eraseReviewReplies(
    tx,
    place,
    erased.flatMap(({ review_id }) => review_id ?? []),
  );
}

/** Erases a page of the answers to the person; the id of the last one. */
async function eraseAnswerPage(
  tx: Transaction,
  job: erasures.ErasureJob,
  place: items.Place,
  after: string,
): Promise<string | undefined> {
  const patterns = naming(place.person);
  const ids = await answers.toPerson(tx, place, patterns, after);
  await eraseAnswers(tx, job, place, ids);
  await items.erase(tx, place, 'comments', await items.ownComments(tx, place, [], patterns));
  return ids.at(-1);
}

/** Regular expressions of words that name the person: `@name`, and Facebook's `@[id]`. */
function naming({ id, names }: erasures.Person): string[] {
  return [`@\\[${items.inPattern(id)}`, ...names.map((name) => `@${items.inPattern(name)}(?!\\.?\\w)`)];
}
