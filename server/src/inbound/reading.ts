import type { Connector } from '../core/connector.ts';
import type { Context } from '../core/context.ts';
import { tellThrottle } from '../core/observing/channels.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Platform } from '../core/platforms.ts';
import type { Session } from '../core/session.ts';
import type { Lease } from '../core/worker.ts';
import type { Database } from '../db/database.ts';
import { openSession, refreshSession, type SessionSource, type SessionTools } from '../features/accounts/index.ts';

export interface ReadingTools {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly sessions: SessionTools;
}

/** A simulated platform is near. One that does not answer, as a fault wants it, keeps a place for no longer. */
const SIMULATED_MS_MAX = 10_000;

/** The lease of work that may be repeated any time: it ends sooner for simulated platforms. */
export function briefLease(lease: Lease, { world }: Pick<SessionSource, 'world'>): Lease {
  return world === null ? lease : endingBy(lease, performance.now() + SIMULATED_MS_MAX);
}

/** The same lease for work that ends sooner. */
export function endingBy({ deadlineMs, signal }: Lease, endMs: number): Lease {
  return { deadlineMs: () => Math.min(deadlineMs(), endMs), signal };
}

/** Reads something from an account's platform; an expired token is refreshed once. */
export async function readFrom<T>(
  tools: ReadingTools,
  platform: string,
  source: SessionSource,
  lease: Lease,
  read: (connector: Connector, session: Session) => Promise<T>,
): Promise<T> {
  const connector = tools.connectors[platform as Platform];
  if (connector === undefined) throw new PlatformError('unavailable', `There is no connector for ${platform}.`);
  const session = openSession(tools.sessions, connector, source, lease);
  const tell = (error: unknown) => {
    tellThrottle(error, platform, source.world === null ? 'live' : 'test');
    throw error;
  };
  try {
    return await read(connector, session);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'auth_expired') return tell(error);
    const db = tools.db.tenant(source.tenantId);
    return read(connector, await refreshSession(db, tools.sessions, connector, source, session)).catch(tell);
  }
}
