import { sql } from 'kysely';
import { PLANS } from '../../src/core/billing/plans.ts';
import type { Context } from '../../src/core/context.ts';
import { newId } from '../../src/core/ids.ts';
import type { Tenant } from '../../src/core/tenant.ts';
import type { Vault } from '../../src/core/tools.ts';
import type { Database } from '../../src/db/database.ts';
import { actions } from '../../src/engine/index.ts';
import { encryptCredentials } from '../../src/features/accounts/credentials.ts';
import { openInbox } from '../../src/features/inbox/index.ts';
import { queueActions } from '../../src/features/outcomes/queue-action.ts';
import { insertPost } from '../../src/features/posts/index.ts';
import type { TargetRow } from '../../src/features/posts/model/post.ts';
import { queueRemovals } from '../../src/features/posts/publish/remove-copies.ts';
import { DIRECT_ACTOR } from '../direct-actor.ts';
import { type Case, TEXT } from './case.ts';
import { platformOf } from './connectors.ts';
import type { Work } from './scenarios.ts';
import { SENDS, type Send, storeEcho } from './sends.ts';

export interface WorkTools {
  readonly sql: <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;
  readonly db: Database;
  readonly vault: Vault;
}

type InParallel = <T>(items: readonly T[], work: (item: T) => Promise<void>) => Promise<void>;

const CREATED_AT = new Date(Date.now() - 3_600_000);
export const SEGMENTS = ['And a second part', 'And a third'];
export const FIRST_COMMENT = 'The first comment';
const EDITED = 'Hello, all';
const OLD_SECONDS = 600;
const STRANGER_SECONDS = 60;
const HELD_SECONDS = 5;

/** Writes the cases' tenants with their accounts, then queues their work as the operations of the API do. */
export async function queueWork(tools: WorkTools, cases: readonly Case[], inParallel: InParallel): Promise<void> {
  const tenants = cases.map(({ tenantId, workspaceId }) => ({ tenant_id: tenantId, workspace_id: workspaceId }));
  const accounts = cases.flatMap((of) =>
    of.accounts.map(({ id, platformId, fake }) => ({
      tenant_id: of.tenantId,
      id,
      platform: platformOf(fake.traits),
      platform_id: platformId,
      metadata: { ignoresKeys: fake.traits.ignoresKeys === true },
      credentials: encryptCredentials(tools.vault, of.tenantId, id, {
        tokens: { accessToken: fake.token, refreshToken: fake.refreshTokens[0] ?? '' },
        // An app for each case: what pauses one must not pause the others.
        app: { clientId: of.tenantId, clientSecret: '' },
      }),
    })),
  );
  await tools.sql(
    `with t as (select * from jsonb_to_recordset($1::jsonb) as t (tenant_id text, workspace_id text)), w as (
       insert into workspaces (id, name, plan, created_at) select workspace_id, 'crash', 'free', $3 from t
     ), a as (
       insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, metadata, credentials, app_id)
       select tenant_id, id, 'brand', platform, platform_id, 'Crash', 'crash', metadata, credentials, tenant_id
       from jsonb_to_recordset($2::jsonb) as a (tenant_id text, id text, platform text, platform_id text, metadata jsonb, credentials text)
     )
     insert into tenants (tenant_id, workspace_id, mode, world, period_start, plan, workspace_created_at)
     select tenant_id, workspace_id, 'test', 'w_' || tenant_id, $3, 'free', $3 from t`,
    [JSON.stringify(tenants), JSON.stringify(accounts), CREATED_AT],
  );
  await inParallel(cases, (of) => queue(tools, of));
}

function tenantOf({ tenantId, workspaceId }: Case): Tenant {
  const world = { id: `w_${tenantId}`, aheadSeconds: 0 };
  return {
    id: tenantId,
    workspaceId,
    mode: 'test',
    world,
    planName: 'free',
    plan: PLANS.free,
    billingBlockedAt: null,
    suspension: null,
  };
}

async function queue(tools: WorkTools, of: Case): Promise<void> {
  const { work, neighbour } = of.scenario;
  if (neighbour === 'old visitor') of.accounts[0]?.fake.place(TEXT, OLD_SECONDS);
  if (neighbour === 'stranger') of.accounts[0]?.fake.place(TEXT, STRANGER_SECONDS);
  if (neighbour === 'held') await placePublished(tools, of);
  if (neighbour === 'queued') {
    await queueOne(tools, of, work);
    // The order of the two must be the same in each run.
    await tools.sql(`update actions set due_at = due_at - interval '1 second' where tenant_id = $1`, [of.tenantId]);
  }
  await queueOne(tools, of, work);
}

async function queueOne(tools: WorkTools, of: Case, work: Work): Promise<void> {
  if (work === 'publish' || work === 'thread' || work === 'first_comment') return queuePost(tools, of);
  if (work === 'remove' || work === 'edit') return queueChange(tools, of, work);
  return queueSend(tools, of, work);
}

async function queuePost(tools: WorkTools, of: Case): Promise<void> {
  const id = newId('post');
  of.postIds.push(id);
  const { work } = of.scenario;
  await tools.db.tenant(of.tenantId).transaction(async (tx) =>
    insertPost(
      tx,
      { actor: DIRECT_ACTOR, tenant: tenantOf(of) },
      {
        id,
        text: TEXT,
        title: null,
        status: 'publishing',
        visibility: null,
        media: [],
        firstComment: work === 'first_comment' ? FIRST_COMMENT : null,
        segments: work === 'thread' ? SEGMENTS.map((text) => ({ text, media: [] })) : [],
        platformData: {},
        schedule: null,
        timezone: null,
        fingerprint: null,
        targets: of.accounts.map((account) => ({
          id: newId('act'),
          accountId: account.id,
          brandId: 'brand',
          needsApproval: false,
          platform: platformOf(account.fake.traits),
          input: {},
          schedule: null,
        })),
      },
    ),
  );
}

/** A post that was published a while ago: rows and the item on the platform. Not charged here. */
async function placePublished(tools: WorkTools, of: Case): Promise<{ postId: string; target: TargetRow }> {
  const [account] = of.accounts;
  if (account === undefined) throw new Error('a case has an account');
  const postId = newId('post');
  const platform = platformOf(account.fake.traits);
  const item = account.fake.place(TEXT, HELD_SECONDS);
  const id = newId('act');
  of.placedIds.add(id);
  await tools.sql(
    `with p as (insert into posts (tenant_id, id, text, status, published_at) values ($1, $2, $3, 'published', now()))
     insert into actions (tenant_id, id, account_id, platform, kind, post_id, input, status, platform_id, published_at)
     values ($1, $4, $5, $6, 'publish', $2, '{}', 'published', $7, now())`,
    [of.tenantId, postId, TEXT, id, account.id, platform, item.id],
  );
  return { postId, target: { id, account_id: account.id, platform, platform_id: item.id, metadata: {} } as TargetRow };
}

async function queueSend(tools: WorkTools, of: Case, kind: Send): Promise<void> {
  const [account] = of.accounts;
  if (account === undefined) return;
  const db = tools.db.tenant(of.tenantId);
  const platform = platformOf(account.fake.traits);
  const inbox = { tenantId: of.tenantId, accountId: account.id, platform, livemode: false };
  const { inputs, alongside } = await db.transaction(async (tx) =>
    SENDS[kind](await openInbox(tx, inbox), account.fake),
  );
  const ids = inputs.map(() => newId('act')).sort();
  const batch = inputs.length > 1 ? { batch: ids[0] as string } : {};
  const queued = inputs.map((input, index) => ({
    id: ids[index],
    kind,
    input,
    ...batch,
  }));
  const ctx: Pick<Context, 'tenant' | 'commit' | 'wake'> & {
    actor: Pick<Context['actor'], 'sending'>;
    request: Pick<Context['request'], 'dryRun'>;
  } = {
    actor: DIRECT_ACTOR,
    tenant: tenantOf(of),
    commit: (work) => db.transaction(work),
    request: { dryRun: false },
    wake: () => {},
  };
  const { id } = account;
  const first = await queueActions(ctx as Context, { id, platform }, queued, { charge: 'interaction', alongside });
  of.chargedIds.push(first.id);
  if (of.scenario.isEchoed === true)
    of.echo = (item) => db.transaction(async (tx) => storeEcho(await openInbox(tx, inbox), item));
}

async function queueChange(tools: WorkTools, of: Case, work: 'remove' | 'edit'): Promise<void> {
  const { postId, target } = await placePublished(tools, of);
  await tools.db.tenant(of.tenantId).transaction(async (tx) => {
    if (work === 'remove') {
      const ctx = { actor: DIRECT_ACTOR, tenant: tenantOf(of) } as unknown as Context;
      await queueRemovals(tx, ctx, postId, [target], { purpose: 'delete', accountId: null, wasStatus: 'published' });
      return;
    }
    await tx.run(sql`select 1 from posts where tenant_id = ${of.tenantId} and id = ${postId} for update`);
    await actions.insert(tx, of.tenantId, {
      accountId: target.account_id,
      platform: target.platform,
      kind: 'edit',
      postId,
      parentId: target.id,
      batch: newId('act'),
      input: { platformId: target.platform_id, text: EDITED },
    });
  });
}
