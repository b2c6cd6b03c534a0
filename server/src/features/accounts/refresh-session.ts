import type { Connector } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session, Tokens } from '../../core/session.ts';
import type { TenantDatabase } from '../../db/database.ts';
import { record } from '../events/index.ts';
import { decryptCredentials, encryptCredentials } from './credentials.ts';
import type { SessionSource, SessionTools } from './session.ts';
import * as tokenRows from './token.repository.ts';

const REFRESH_LEASE_SECONDS = 30;
const WAIT_MS = 100;
const NOT_ACCEPTED = 'The platform does not accept the access token any more.';

const USED_ELSEWHERE =
  'The workspace was imported and is held. Its tokens are not renewed here, because the old installation may use them.';

/**
 * New tokens for a session whose token was rejected. One refresh of an account runs at a time in all processes; the others
 * wait and use its tokens. Only a rejection of the refresh itself marks the account `reconnect_required`. Throws
 * PlatformError.
 */
export async function refreshSession(
  db: TenantDatabase,
  tools: SessionTools,
  connector: Connector,
  source: SessionSource,
  session: Session,
): Promise<Session> {
  const { tenantId, accountId } = source;
  const deadline = performance.now() + REFRESH_LEASE_SECONDS * 1000;
  for (;;) {
    const credentials = await tokenRows.credentialsOf(db, source);
    if (credentials === undefined) throw new PlatformError('auth_expired', 'The account is not connected any more.');
    const { tokens, app } = decryptCredentials(tools.vault, tenantId, accountId, credentials);
    if (tokens.accessToken !== session.tokens.accessToken) return { ...session, tokens, app };
    if (await tokenRows.isUsedElsewhere(db, source)) throw new PlatformError('unavailable', USED_ELSEWHERE);
    const current = { ...source, credentials };
    if (connector.auth.refresh === undefined) {
      await requireReconnect(db, current, NOT_ACCEPTED);
      throw new PlatformError('auth_expired', NOT_ACCEPTED, { invalidGrant: true });
    }
    const leaseEnd = performance.now() + REFRESH_LEASE_SECONDS * 1000;
    if (await tokenRows.startRefresh(db, current, REFRESH_LEASE_SECONDS)) {
      const refreshed = await refreshOnce(db, tools, connector, current, session, leaseEnd);
      if (refreshed !== undefined) return { ...session, tokens: refreshed };
      // The account was connected again meanwhile, so its new tokens count.
      continue;
    }
    if (performance.now() > deadline)
      throw new PlatformError('unavailable', 'The access token is being refreshed elsewhere.');
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

/** Undefined when the account has other credentials by now. */
async function refreshOnce(
  db: TenantDatabase,
  tools: SessionTools,
  connector: Connector,
  source: SessionSource,
  session: Session,
  leaseEnd: number,
): Promise<Tokens | undefined> {
  const { tenantId, accountId } = source;
  try {
    const tokens = await connector.auth.refresh?.(session);
    if (tokens === undefined) throw new PlatformError('unavailable', 'No tokens came back.');
    const before = decryptCredentials(tools.vault, tenantId, accountId, source.credentials);
    const encrypted = encryptCredentials(tools.vault, tenantId, accountId, { ...before, tokens, app: session.app });
    const save = () => tokenRows.saveRefreshed(db, source, encrypted, secondsLeft(session, tokens));
    const isSaved = await untilDone(save, leaseEnd);
    return isSaved ? tokens : undefined;
  } catch (error) {
    // Without the database the lease ends by itself.
    await tokenRows.endRefresh(db, source).catch(() => {});
    if (error instanceof PlatformError && error.facts.invalidGrant === true) {
      await requireReconnect(db, source, error.message);
      throw new PlatformError('auth_expired', error.message, error.facts);
    }
    // The platform rejects the refresh, not the content that we were about to send.
    if (error instanceof PlatformError && ['rejected', 'forbidden', 'not_found'].includes(error.kind))
      throw new PlatformError('auth_expired', error.message, error.facts);
    // A refresh that failed for any other reason sent nothing of the content, so the work may be tried again.
    throw error instanceof PlatformError && error.kind !== 'unknown'
      ? error
      : new PlatformError('unavailable', `The access token could not be refreshed: ${(error as Error).message}`);
  }
}

/**
 * Repeats a write that fails, until the end of the lease. The platform has given the new tokens once and the old ones may be
 * void. A write whose commit was lost finds other credentials, and the next reading shows that they are these.
 */
async function untilDone<T>(write: () => Promise<T>, leaseEnd: number): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() + WAIT_MS > leaseEnd) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

/** Seconds until the token expires, by the platform's clock; null: it does not expire. */
function secondsLeft(session: Session, { expiresAt }: Tokens): number | null {
  return expiresAt === undefined ? null : (Date.parse(expiresAt) - session.now().getTime()) / 1000;
}

/** Marks the account and records the event, once. Changes nothing when the account was connected again since. */
async function requireReconnect(
  db: TenantDatabase,
  source: Pick<SessionSource, 'tenantId' | 'accountId' | 'credentials'>,
  reason: string,
): Promise<void> {
  const { tenantId, accountId } = source;
  await db.transaction(async (tx) => {
    const platform = await tokenRows.markReconnectRequired(tx, source, reason);
    if (platform === undefined) return;
    await record(tx, tenantId, [
      {
        type: 'account.disconnected',
        accountId,
        resourceId: accountId,
        platform,
        status: 'failed',
        summary: 'The account must be reconnected',
        errorCategory: 'auth',
        errorMessage: reason,
        data: { account_id: accountId, platform, reason: 'access_revoked', reconnect_required: true },
      },
    ]);
  });
}
