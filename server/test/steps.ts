import { keys } from '../src/features/keys/index.ts';
import { sample } from '../src/scenes/post.ts';
import { visit } from '../src/scenes/visitor.ts';
import {
  type ApiResponse,
  type Body,
  type Client,
  createClient,
  type TestAccount,
  type TestService,
  type TestWorkspace,
  type TestWorld,
  targetOf,
  until,
} from './harness.ts';

/** An image that the simulator serves to test tenants. */
export const image = sample('sample.jpg');

/** Waits for the outcome of what is published. */
export const waiting = { headers: { prefer: 'wait=30' } };

/** The simulated account of a workspace. */
export function accountOf(workspace: TestWorkspace, platform: string): TestAccount {
  const account = workspace.accounts[platform];
  if (account === undefined) throw new Error(`the workspace has no ${platform} account`);
  return account;
}

export function targetsOn(workspace: TestWorkspace, ...platforms: string[]): ReturnType<typeof targetOf>[] {
  return platforms.map((platform) => targetOf(accountOf(workspace, platform)));
}

/** The effects of an account on its platform, oldest first. */
export async function ledgerOf(workspace: TestWorkspace, platform: string, kind = 'post'): Promise<Body[]> {
  const { platformId } = accountOf(workspace, platform);
  return (await workspace.control('GET', `ledger?platform=${platform}&account=${platformId}&kind=${kind}`)).entries;
}

/** Sets a fault for the next call of an account that makes something public. */
export async function fault(
  workspace: TestWorkspace,
  platform: string,
  options: { kind: string; [field: string]: unknown },
): Promise<void> {
  await workspace.control('POST', 'faults', {
    platform,
    account: accountOf(workspace, platform).platformId,
    operation: 'publish',
    ...options,
  });
}

/** A throttle so long that nobody waits for its end. */
export const longThrottle = { kind: 'throttle', retry_after_seconds: 7200 };

/** Answers an attempt to publish with a rejection that is not for another try. */
export const rejection = { kind: 'body', status: 422, body: { error: 'Not this one' } };

/** Lets accounts publish again that a throttle has paused. */
export async function unpause(service: TestService, workspace: TestWorkspace): Promise<void> {
  await service.sql(`update accounts set not_before = '-infinity' where tenant_id = $1`, [workspace.tenantId]);
}

/** Waits for the first poll of a new account, which reads its whole inbox and so removes what the platform never had. */
export async function firstPoll(service: TestService, accountId: string): Promise<void> {
  await until(async () => {
    const [row] = await service.sql('select polled_at is not null as is_polled from accounts where id = $1', [
      accountId,
    ]);
    return row.is_polled;
  }, 'the account was polled');
}

export async function usageOf(client: Client): Promise<{ posts: number; interactions: number }> {
  const { body } = await client.get('/v1/usage');
  return { posts: body.posts_used, interactions: body.interactions_used };
}

/** The events of a tenant in the order in which they happened, of one resource when it is given. */
export async function eventsOf(client: Client, resourceId?: string): Promise<Body[]> {
  const filter = resourceId === undefined ? '' : `&resource_id=${resourceId}`;
  const { body } = await client.get(`/v1/events?after=0&limit=100${filter}`);
  return body.data;
}

/** A visitor comments on a published post; gives the platform’s id of the comment. */
export async function comment(
  workspace: TestWorkspace,
  platform: string,
  postId: string,
  text: string,
  parentId?: string,
): Promise<string> {
  const about = { text, post_id: postId, ...(parentId === undefined ? {} : { parent_id: parentId }) };
  return (await visitor(workspace, platform, 'comment', about)).platform_id;
}

/** All items of a list, page by page, as a client reads it: the cursor goes back unchanged, the last page has none. */
export async function pagesOf(client: Client, path: string, between?: () => Promise<unknown>): Promise<Body[]> {
  const items: Body[] = [];
  let cursor: string | undefined;
  do {
    const at: string = cursor === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const { status, body, text }: ApiResponse = await client.get(at);
    if (status !== 200) throw new Error(text);
    items.push(...body.data);
    const isLast = !body.pagination.has_more;
    if (isLast === 'cursor' in body || isLast === 'next_cursor' in body)
      throw new Error(`has_more and cursor disagree: ${text}`);
    if (body.count !== body.data.length || body.next_cursor !== body.cursor)
      throw new Error(`the envelope is wrong: ${text}`);
    cursor = body.cursor;
    await between?.();
  } while (cursor !== undefined);
  return items;
}

/** Schedules something for the near future; a machine that is too slow for that future gets a later one. */
export async function shortly(schedule: (at: string) => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let seconds = 0.5; ; seconds *= 2) {
    const response = await schedule(new Date(Date.now() + seconds * 1000).toISOString());
    if (response.status !== 400 || seconds > 30) return response;
  }
}

/** The workspace with a new key: what is remembered of a key for a second does not hold for it. */
export async function withNewKey(
  service: TestService,
  workspace: TestWorkspace,
  limits: Partial<keys.KeyLimits> = {},
  trust: Partial<keys.KeyTrust> = {},
): Promise<TestWorkspace> {
  const { system } = service.app.db;
  const { rawKey } = await keys.create(system, workspace.tenantId, 'test', 'new', {
    limits: { ...keys.UNLIMITED, ...limits },
    trust: { ...keys.TRUSTED, ...trust },
  });
  return { ...workspace, api: createClient(service.url, rawKey) };
}

/** The client of a new key that somebody makes by the API. */
export async function keyMadeBy(
  by: Client,
  { url }: Pick<TestService, 'url'>,
  rights: object,
): Promise<Client & { readonly id: string }> {
  const { body, text } = await by.post('/v1/keys', { name: 'Planner', ...rights });
  if (body.raw_key === undefined) throw new Error(text);
  return { ...createClient(url, body.raw_key), id: body.id };
}

/** Makes the waiting targets of a post on an account due now, whatever their time is. */
export async function makeDue(service: TestService, postId: string, accountId: string): Promise<void> {
  await service.sql(
    `with due as (
       update actions set due_at = now() where post_id = $1 and account_id = $2 and status = 'pending' returning tenant_id, account_id
     )
     update accounts a set next_due_at = now() from due where a.tenant_id = due.tenant_id and a.id = due.account_id`,
    [postId, accountId],
  );
}

/** Stops an action whose outcome is in doubt, as one that no worker survives. A long LOOK_DELAY_FACTOR keeps it in doubt till then. */
export async function stopInDoubt(service: TestService, postId: string, kind = 'publish'): Promise<void> {
  const [action] = await until(async () => {
    const rows = await service.sql(
      `select id, account_id from actions where post_id = $1 and kind = $2 and state = 'reconciling'`,
      [postId, kind],
    );
    return rows.length > 0 && rows;
  }, 'the outcome is in doubt');
  await stop(service, action);
}

/** Makes an action due that was picked up too often. */
export async function stop(service: TestService, action: { id: string; account_id: string }): Promise<void> {
  await service.sql('update actions set claim_count = 20, due_at = now() where id = $1', [action.id]);
  await service.sql(`update accounts set next_due_at = now(), not_before = '-infinity' where id = $1`, [
    action.account_id,
  ]);
}

/** Until a call to a platform is held by a fault; gives its id. */
export async function heldCall(world: TestWorld): Promise<string> {
  const { held } = await world.control('GET', 'held?wait_seconds=30');
  return held[0].id;
}

/** The calls of one operation that an account made of its platform. */
export async function callsOf(workspace: TestWorkspace, platform: string, operation: string): Promise<Body[]> {
  const { platformId } = accountOf(workspace, platform);
  return (await workspace.control('GET', `calls?platform=${platform}&account=${platformId}&operation=${operation}`))
    .calls;
}

/** Something that a visitor does to an account; gives what the simulator answers. */
export async function visitor(
  workspace: TestWorkspace,
  platform: string,
  action: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  const visited = { platform, account: accountOf(workspace, platform).platformId };
  return visit((...call) => workspace.control(...call), visited, action, fields);
}
