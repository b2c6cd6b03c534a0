import type { Context } from '../../core/context.ts';
import type { Lease } from '../../core/lane.ts';
import type { Media, Session } from '../../core/session.ts';
import type { TenantDatabase } from '../../db/database.ts';
import type { StoredMedia } from '../../db/schema.ts';
import type { ActionKind, Job } from './action.ts';

/** What the pipeline works with, given by the process. */
export interface ActionTools {
  readonly kinds: Readonly<Record<string, ActionKind>>;
  readonly connectors: Context['connectors'];
  readonly tenantDatabase: (tenantId: string) => TenantDatabase;
  readonly openSession: (job: Job, lease: Lease) => Promise<Session>;
  /** New tokens for the account; throws PlatformError when there are none to be had. */
  readonly refresh: (job: Job, session: Session) => Promise<Session>;
  /** Pauses every account of a platform app. */
  readonly pauseApp: (platform: string, appId: string, seconds: number) => Promise<void>;
  /** Media items of a tenant's post as connectors take them. */
  readonly resolveMedia: (
    job: Job,
    items: readonly StoredMedia[],
    isInDoubt: boolean,
    options?: Readonly<Record<string, unknown>>,
  ) => Promise<Media[]>;
  readonly lookDelayFactor: number;
}
