import type { Context } from '../core/context.ts';
import type { Observer } from '../core/observing/observer.ts';
import type { Media, Session } from '../core/session.ts';
import type { Lease } from '../core/worker.ts';
import type { Batcher } from '../db/batcher.ts';
import type { StoredMedia } from '../db/column-types.ts';
import type { TenantDatabase } from '../db/database.ts';
import type { Action, Job } from './action.ts';
import type { Intents } from './intents.ts';

/** The tools of the engine, given by the process. */
export interface ActionTools {
  /** By the names in the column `kind`. */
  readonly actions: Readonly<Record<string, Action>>;
  readonly connectors: Context['connectors'];
  readonly tenantDatabase: (tenantId: string) => TenantDatabase;
  readonly batcher: Batcher;
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
  readonly observer: Observer;
  /** The journal of intents outside the database. */
  readonly intents: Intents;
  /** Shortens the delays between lookups; 1 outside of tests. */
  readonly lookupDelayFactor: number;
}
