import type { MediaAnalysis } from '../../../core/analysis/media-analysis.ts';
import type { Connector } from '../../../core/connector.ts';
import type { Context } from '../../../core/context.ts';
import type { FileStorage } from '../../../core/files.ts';
import type { Session } from '../../../core/session.ts';
import type { Lease } from '../../../core/worker.ts';
import type { Database } from '../../../db/database.ts';

/** The tools of the exports worker. */
export interface ExportTools {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly storage: FileStorage;
  readonly read: BudgetedRead;
  readonly analysis: MediaAnalysis;
}

/**
 * Reads something from the platform of a connected account. Throws PlatformError: `auth_expired` too when the account is not
 * connected any more.
 */
type BudgetedRead = <T>(
  account: { readonly tenantId: string; readonly accountId: string },
  lease: Lease,
  read: (connector: Connector, session: Session) => Promise<T>,
) => Promise<{
  readonly value: T;
  /** Seconds before the next reading, so that the calls that publishing and answering need stay free. */
  readonly pauseSeconds: number;
}>;
