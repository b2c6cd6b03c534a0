import { until } from '../harness.ts';
import { allActions, openActions } from './actions.ts';
import type { Account, Customer } from './customer.ts';
import { PLATFORMS } from './kill-points.ts';
import type { PreparedAccount } from './kill-sequence.ts';

/** A blind create in doubt keeps its account busy for several lives of the service. */
const PREPARED_MIN = 4;
/** Platforms say how many posts of an account they take, and the service keeps to it: about 100 in a while. */
const KILLS_PER_ACCOUNT = 50;
const KILLS_PER_SPARE = 40;
const PUBLISHED_MS_MAX = 60_000;
const READ_MS_MAX = 60_000;

export interface PreparedAccounts {
  readonly prepared: readonly PreparedAccount[];
  /** Accounts for posts that are created at the very moment of a kill, one of each platform in a row. */
  readonly spare: readonly (readonly Account[])[];
}

/** Connects accounts, publishes on them and lets a visitor comment and write, so that there is something to answer. */
export async function prepareAccounts(customer: Customer, kills: number): Promise<PreparedAccounts> {
  const oneOfEach = async () => {
    const accounts: Account[] = [];
    for (const platform of PLATFORMS) accounts.push(await customer.connect(platform));
    return accounts;
  };
  const spare: (readonly Account[])[] = [];
  while (spare.length < kills / KILLS_PER_SPARE) spare.push(await oneOfEach());
  const accounts: Account[] = [];
  while (accounts.length < PLATFORMS.length * (Math.min(PREPARED_MIN, kills) + kills / KILLS_PER_ACCOUNT))
    accounts.push(...(await oneOfEach()));
  const posts = await Promise.all(accounts.map(({ id }) => customer.requests.publish([id])));
  const over = async () => (await openActions(customer)) === 0;
  await until(over, 'the posts to be commented on are published', PUBLISHED_MS_MAX);
  const actions = await allActions(customer);
  const conversations = await conversationsWith(customer, accounts);
  const prepared: PreparedAccount[] = [];
  for (const [index, account] of accounts.entries()) {
    const postId = posts[index] as string;
    const platformPostId = actions.find(({ post_id }) => post_id === postId)?.platform_id as string;
    const text = 'What a nice image';
    const commentId = await customer.platforms.comment(account.platform, account.platformId, platformPostId, text);
    const conversationId = conversations.get(account.id) as string;
    prepared.push({ account, comment: { accountId: account.id, postId, commentId }, conversationId });
  }
  return { prepared, spare };
}

/** Somebody writes to each account, and the service reads it. Conversation ids by account id. */
async function conversationsWith(customer: Customer, accounts: readonly Account[]): Promise<Map<string, string>> {
  const { platforms, sql, tenantId } = customer;
  for (const { platform, platformId } of accounts) await platforms.write(platform, platformId, 'Do you have a minute?');
  await sql('update accounts set poll_due_at = now() where tenant_id = $1', [tenantId]);
  const found = async () => {
    const options = 'select id, account_id from conversations where tenant_id = $1';
    const rows = await sql<{ id: string; account_id: string }>(options, [tenantId]);
    const ids = new Map(rows.map(({ id, account_id }) => [account_id, id]));
    return accounts.every(({ id }) => ids.has(id)) && ids;
  };
  return until(found, 'the conversations are read', READ_MS_MAX);
}
