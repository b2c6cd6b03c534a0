import type { NewEvent } from '../core/event.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Platform } from '../core/platforms.ts';
import type { Lease } from '../core/worker.ts';
import type { Transaction } from '../db/database.ts';
import {
  accounts,
  disconnections,
  openSession,
  refreshSession,
  type SessionSource,
} from '../features/accounts/index.ts';
import { record } from '../features/events/index.ts';
import type { InboxAccount } from '../features/inbox/index.ts';
import type { ReadingTools } from './reading.ts';

/**
 * Whether the platform rejects us access to the account now. A callback is no proof: it may come late, when the account is
 * connected again, or twice. So we ask the platform, with new tokens when the old ones have expired.
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

/** Disconnects the account as if somebody had done it here, and records the event (contract, 7.8). */
export async function removeAccount(tx: Transaction, account: InboxAccount, credentials: string): Promise<void> {
  const { tenantId, accountId } = account;
  // Other credentials mean that the account was connected again after we asked the platform.
  if (!(await accounts.hasCredentials(tx, tenantId, accountId, credentials))) return;
  await disconnections.lockWithPosts(tx, tenantId, [accountId]);
  await disconnections.disconnect(tx, tenantId, [accountId]);
  await record(tx, tenantId, [accessRemovedEvent(account, 'The app was removed on the platform.')]);
}

/** The event of an account whose owner ended our access. */
export function accessRemovedEvent(
  { accountId, platform }: Pick<InboxAccount, 'accountId' | 'platform'>,
  errorMessage: string,
): NewEvent {
  return {
    type: 'account.disconnected',
    accountId,
    resourceId: accountId,
    platform,
    status: 'failed',
    summary: 'The account took our access away on its platform',
    errorCategory: 'auth',
    errorMessage,
    data: { account_id: accountId, platform, reason: 'access_revoked' },
  };
}
