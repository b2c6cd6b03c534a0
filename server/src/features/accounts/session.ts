import { sql } from 'kysely';
import type { Connector } from '../../core/connector.ts';
import type { Vault } from '../../core/context.ts';
import type { Lease } from '../../core/lane.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaBytes, MediaFile, PlatformHttp, Session, Tokens } from '../../core/session.ts';
import type { TenantDatabase } from '../../db/database.ts';
import { record } from '../events/index.ts';
import { type Credentials, openCredentials, sealCredentials } from './credentials.ts';

/** The account as a session needs it. */
export interface SessionSource {
  readonly tenantId: string;
  readonly mode: 'live' | 'test';
  readonly accountId: string;
  readonly platformId: string;
  readonly username: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly credentials: string;
}

export interface SessionTools {
  readonly vault: Vault;
  /** Calls of a test tenant reach the simulator only. */
  readonly http: (mode: 'live' | 'test', lease: Lease) => PlatformHttp;
  /** Base addresses of the connector's hosts; those of the simulator for test tenants. */
  readonly hosts: (
    mode: 'live' | 'test',
    connector: Connector,
    credentials: Credentials,
  ) => Readonly<Record<string, string>>;
  /** The time by the clock of the platform; that of the simulated ones may run ahead. */
  readonly now?: (mode: 'live' | 'test') => Date;
  /** Opens a media item: a stored file, or what lies at its address. Throws PlatformError. */
  readonly openMedia: (mode: 'live' | 'test', media: Media, lease: Lease) => Promise<MediaFile>;
}

/** Opens the means to speak for an account during one piece of work. */
export function openSession(tools: SessionTools, connector: Connector, source: SessionSource, lease: Lease): Session {
  const credentials = openCredentials(tools.vault, source.tenantId, source.accountId, source.credentials);
  return {
    account: {
      id: source.accountId,
      platformId: source.platformId,
      username: source.username,
      metadata: source.metadata,
    },
    tokens: credentials.tokens,
    app: credentials.app,
    hosts: tools.hosts(source.mode, connector, credentials),
    http: tools.http(source.mode, lease),
    media: async (media) => wholeFile(await tools.openMedia(source.mode, media, lease)),
    file: (media) => tools.openMedia(source.mode, media, lease),
    now: () => tools.now?.(source.mode) ?? new Date(),
  };
}

/** Of what is held in memory: images, which no platform takes larger. */
const WHOLE_BYTES_MAX = 64 * 1024 * 1024;

/** All bytes of a file; closes it. */
async function wholeFile(file: MediaFile): Promise<MediaBytes> {
  try {
    const { size, contentType, filename } = file;
    if (size > WHOLE_BYTES_MAX)
      throw new PlatformError(
        'rejected',
        `The media could not be sent: it is larger than ${WHOLE_BYTES_MAX / 1024 / 1024} MiB.`,
        {
          field: 'media',
        },
      );
    return { bytes: await file.read(0, size), contentType, filename };
  } finally {
    await file.close();
  }
}

const REFRESH_LEASE_SECONDS = 30;
const WAIT_MS = 100;

/**
 * New tokens for a session whose token was refused. One refresh of an account runs at a time in all processes: others
 * wait and take its result. Only a refusal of the refresh itself marks the account `reconnect_required`.
 */
export async function refreshSession(
  db: TenantDatabase,
  tools: SessionTools,
  connector: Connector,
  source: SessionSource,
  session: Session,
): Promise<Session> {
  const deadline = performance.now() + REFRESH_LEASE_SECONDS * 1000;
  for (;;) {
    const stored = await db.first(
      sql<{
        credentials: string;
      }>`select credentials from accounts where tenant_id = ${source.tenantId} and id = ${source.accountId} and disconnected_at is null`,
    );
    if (stored === undefined) throw new PlatformError('auth_expired', 'The account is not connected any more.');
    const { tokens, app } = openCredentials(tools.vault, source.tenantId, source.accountId, stored.credentials);
    if (tokens.accessToken !== session.tokens.accessToken) return { ...session, tokens, app };
    if (connector.auth.refresh === undefined) {
      await requireReconnect(
        db,
        { ...source, credentials: stored.credentials },
        'The platform does not accept the access token any more.',
      );
      throw new PlatformError('auth_expired', 'The platform does not accept the access token any more.', {
        invalidGrant: true,
      });
    }
    const [lease] =
      await db.run(sql`update accounts set refresh_lease_until = now() + ${REFRESH_LEASE_SECONDS} * interval '1 second'
      where tenant_id = ${source.tenantId} and id = ${source.accountId} and refresh_lease_until <= now() and credentials = ${stored.credentials} returning 1`);
    if (lease !== undefined) {
      const refreshed = await refreshOnce(
        db,
        tools,
        connector,
        { ...source, credentials: stored.credentials },
        session,
      );
      // Somebody connected the account again meanwhile: the tokens of that count.
      if (refreshed === undefined) continue;
      return { ...session, tokens: refreshed };
    }
    if (performance.now() > deadline)
      throw new PlatformError('unavailable', 'The access token is being refreshed elsewhere.');
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

async function refreshOnce(
  db: TenantDatabase,
  tools: SessionTools,
  connector: Connector,
  source: SessionSource,
  session: Session,
): Promise<Tokens | undefined> {
  const isUnchanged = sql`tenant_id = ${source.tenantId} and id = ${source.accountId} and credentials = ${source.credentials}`;
  try {
    const tokens = await connector.auth.refresh?.(session);
    if (tokens === undefined) throw new PlatformError('unavailable', 'No tokens came back.');
    const { hosts } = openCredentials(tools.vault, source.tenantId, source.accountId, source.credentials);
    const sealed = sealCredentials(tools.vault, source.tenantId, source.accountId, {
      tokens,
      app: session.app,
      ...(hosts === undefined ? {} : { hosts }),
    });
    const written =
      await db.run(sql`update accounts set credentials = ${sealed}, token_expires_at = now() + ${secondsLeft(session, tokens)}::float8 * interval '1 second', refresh_lease_until = '-infinity', updated_at = now()
      where ${isUnchanged} and disconnected_at is null returning 1`);
    return written.length > 0 ? tokens : undefined;
  } catch (error) {
    await db.run(sql`update accounts set refresh_lease_until = '-infinity' where ${isUnchanged}`);
    if (error instanceof PlatformError && error.facts.invalidGrant === true) {
      await requireReconnect(db, source, error.message);
      throw new PlatformError('auth_expired', error.message, error.facts);
    }
    // What the platform has against the refresh is nothing against the content.
    if (error instanceof PlatformError && ['rejected', 'forbidden', 'not_found'].includes(error.kind))
      throw new PlatformError('auth_expired', error.message, error.facts);
    // A refresh that failed for any other reason had no effect on what was asked: it may be tried again.
    throw error instanceof PlatformError && error.kind !== 'unknown'
      ? error
      : new PlatformError('unavailable', `The access token could not be refreshed: ${(error as Error).message}`);
  }
}

/** What is left of a token's life by the clock of the platform; rows go by the database's. null: it does not end. */
function secondsLeft(session: Session, { expiresAt }: Tokens): number | null {
  return expiresAt === undefined ? null : (Date.parse(expiresAt) - session.now().getTime()) / 1000;
}

/** Marks the account and says so, once; unless it was connected again since. */
export async function requireReconnect(
  db: TenantDatabase,
  source: Pick<SessionSource, 'tenantId' | 'accountId' | 'credentials'>,
  reason: string,
): Promise<void> {
  const { tenantId, accountId, credentials } = source;
  await db.transaction(async (tx) => {
    const changed = await tx.first(sql<{ platform: string }>`
      update accounts set status = 'reconnect_required', reconnect_reason = ${reason}, updated_at = now()
      where tenant_id = ${tenantId} and id = ${accountId} and credentials = ${credentials} and status = 'active' and disconnected_at is null
      returning platform`);
    if (changed === undefined) return;
    await record(tx, tenantId, [
      {
        type: 'account.disconnected',
        accountId,
        resourceId: accountId,
        platform: changed.platform,
        status: 'failed',
        summary: 'The account must be reconnected',
        errorCategory: 'auth',
        errorMessage: reason,
        data: { account_id: accountId, platform: changed.platform, reason: 'access_revoked', reconnect_required: true },
      },
    ]);
  });
}
