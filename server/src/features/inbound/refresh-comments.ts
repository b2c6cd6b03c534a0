import { sql } from 'kysely';
import { monotonicMs } from '../../core/clock.ts';
import { PlatformError } from '../../core/connector.ts';
import type { Services, Tenant } from '../../core/context.ts';
import { storeComments } from '../comments/index.ts';
import { type ReadingTools, readFrom } from './reading.ts';

const TIME_MS_MAX = 5000;

/**
 * Reads an account's comments on one post from the platform and stores what is new. A platform that does not answer
 * in time changes nothing: the caller sees what is stored.
 */
export function createRefreshComments(
  tools: ReadingTools,
  onFault: (error: unknown) => void,
): Services['refreshComments'] {
  return async (tenant: Tenant, accountId: string, platformPostId: string) => {
    const account = await tools.db
      .tenant(tenant.id)
      .first(sql<{
        platform: string;
        platform_id: string;
        username: string;
        metadata: Record<string, unknown>;
        credentials: string;
        status: string;
      }>`
      select platform, platform_id, username, metadata, credentials, status from accounts where tenant_id = ${tenant.id} and id = ${accountId} and disconnected_at is null`);
    if (account === undefined || account.status !== 'active') return;
    const source = {
      tenantId: tenant.id,
      mode: tenant.mode,
      accountId,
      platformId: account.platform_id,
      username: account.username,
      metadata: account.metadata,
      credentials: account.credentials,
    };
    const deadlineMs = monotonicMs() + TIME_MS_MAX;
    try {
      const comments = await readFrom(
        tools,
        account.platform,
        source,
        { deadlineMs: () => deadlineMs, signal: AbortSignal.timeout(TIME_MS_MAX) },
        async (connector, session) =>
          connector.comments === undefined ? [] : connector.comments.list(session, platformPostId),
      );
      const commented = {
        tenantId: tenant.id,
        accountId,
        platform: account.platform,
        livemode: tenant.mode === 'live',
      };
      if (comments.length > 0)
        await tools.db.tenant(tenant.id).transaction((tx) => storeComments(tx, commented, comments));
    } catch (error) {
      if (!(error instanceof PlatformError)) onFault(error);
    }
  };
}
