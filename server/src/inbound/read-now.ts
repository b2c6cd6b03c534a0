import type { Connector } from '../core/connector.ts';
import type { ModerationStatus } from '../core/messaging/inbox.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import type { Tenant } from '../core/tenant.ts';
import type { LiveCalls } from '../core/tools.ts';
import { accounts } from '../features/accounts/index.ts';
import { type ReadingTools, readFrom } from './reading.ts';
import { removedComments } from './recheck.ts';
import { storeItems } from './store-items.ts';

const READ_MS_MAX = 5000;
/** For questions that take several calls one after the other. */
const ASK_MS_MAX = 10_000;

/** Reads something from an account's platform while a request waits; throws PlatformError. */
async function readNow<T>(
  tools: ReadingTools,
  tenant: Tenant,
  accountId: string,
  read: (connector: Connector, session: Session) => Promise<T>,
  timeMsMax = READ_MS_MAX,
): Promise<{ platform: string; result: T }> {
  const account = await accounts.forSession(tools.db.system, tenant.id, accountId);
  if (account === undefined) throw new PlatformError('not_found', 'The account is not connected any more.');
  if (account.status !== 'active') throw new PlatformError('auth_expired', 'The account must be reconnected first.');
  const { platform, platform_id: platformId, username, metadata, credentials } = account;
  const source = { tenantId: tenant.id, world: tenant.world, accountId, platformId, username, metadata, credentials };
  const deadlineMs = performance.now() + timeMsMax;
  const lease = { deadlineMs: () => deadlineMs, signal: AbortSignal.timeout(timeMsMax) };
  return { platform, result: await readFrom(tools, platform, source, lease, read) };
}

/**
 * Reads an account's comments on one post from the platform and stores them. When the platform does not respond in time,
 * the caller sees the stored comments. Callers of the same moment share one reading.
 */
export function createRefreshComments(
  tools: ReadingTools,
  onFault: (error: unknown) => void,
): LiveCalls['refreshComments'] {
  const running = new Map<string, Promise<boolean>>();

  async function refresh(
    tenant: Tenant,
    accountId: string,
    platformPostId: string,
    status?: ModerationStatus,
  ): Promise<boolean> {
    try {
      const db = tools.db.tenant(tenant.id);
      const { platform, result: items } = await readNow(tools, tenant, accountId, async (connector, session) => {
        const part = await connector.comments?.list?.(session, platformPostId, { status });
        const listed = part?.items ?? [];
        const post = { accountId, platformPostId, listed, isWhole: part?.isWhole === true };
        const isOfAll = status === undefined || status === 'published';
        const removed = isOfAll ? await removedComments(db, tenant, connector, session, post) : [];
        return [...listed.map((comment) => ({ kind: 'comment', comment }) as const), ...removed];
      });
      const commented = { tenantId: tenant.id, accountId, platform, livemode: tenant.mode === 'live' };
      await db.transaction((tx) => storeItems(tx, commented, items, 'reading'));
      return true;
    } catch (error) {
      if (!(error instanceof PlatformError)) onFault(error);
      return false;
    }
  }

  return (tenant, accountId, platformPostId, status) => {
    const key = JSON.stringify([tenant.id, accountId, platformPostId, status]);
    const shared = running.get(key);
    if (shared !== undefined) return shared;
    const started = refresh(tenant, accountId, platformPostId, status).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

/** Reads the counters of a published post from its platform. */
export function createReadMetrics(tools: ReadingTools): LiveCalls['readMetrics'] {
  return async (tenant, accountId, platformId) => {
    const { result } = await readNow(tools, tenant, accountId, async (connector, session) => {
      if (connector.metrics === undefined)
        throw new PlatformError('rejected', 'This platform has no counters of posts.');
      return connector.metrics(session, { platformId });
    });
    return result;
  };
}

/** Asks an account's platform for something that only some platforms have. Nothing is stored. */
export function createAskPlatform(tools: ReadingTools): LiveCalls['ask'] {
  return async (tenant, accountId, ask) => (await readNow(tools, tenant, accountId, ask, ASK_MS_MAX)).result;
}
