import { sql } from 'kysely';
import type { Lease } from '../../core/lane.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Runner } from '../../db/query.ts';
import { accounts, cancelEmptyPosts, openSession, refreshSession, type SessionSource } from '../accounts/index.ts';
import type { CommentedAccount } from '../comments/index.ts';
import { record } from '../events/index.ts';
import type { ReadingTools } from './reading.ts';

/**
 * Whether an account does not let us in any more. A callback is no proof: it may come late, when the account is
 * connected again, or be sent twice. So the platform is asked, with new tokens where the old ones may have ended by
 * themselves.
 */
export async function hasLostAccess(
  tools: ReadingTools,
  { platform, ...source }: SessionSource & { readonly platform: string },
  lease: Lease,
): Promise<boolean> {
  const connector = tools.connectors[platform as Platform];
  if (connector === undefined || source.credentials === '') return false;
  const session = openSession(tools.sessions, connector, source, lease);
  const hasEnded = Date.parse(session.tokens.expiresAt ?? '') <= session.now().getTime();
  try {
    await connector.auth.profile(
      hasEnded
        ? await refreshSession(tools.db.tenant(source.tenantId), tools.sessions, connector, source, session)
        : session,
    );
    return false;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'auth_expired') return true;
    throw error;
  }
}

/** The account goes as if it had been disconnected here, and the tenant is told (contract, 7.8). */
export async function removeAccount(tx: Runner, account: CommentedAccount, credentials: string): Promise<void> {
  const { tenantId, accountId, platform } = account;
  // Connected again since the platform was asked: what is there now is another access.
  const held = await tx.run(sql`select 1 from accounts
    where tenant_id = ${tenantId} and id = ${accountId} and credentials = ${credentials} and disconnected_at is null`);
  if (held.length === 0) return;
  const postIds = await accounts.disconnect(tx, tenantId, [accountId]);
  await cancelEmptyPosts(tx, tenantId, postIds);
  await record(tx, tenantId, [
    {
      type: 'account.disconnected',
      accountId,
      resourceId: accountId,
      platform,
      status: 'failed',
      summary: 'The account took our access away on its platform',
      errorCategory: 'auth',
      errorMessage: 'The app was removed on the platform.',
      data: { account_id: accountId, platform, reason: 'access_revoked' },
    },
  ]);
}
