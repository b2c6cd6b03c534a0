import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { MediaRow } from './media.ts';

const columns = sql`id, filename, content_type, size_bytes, status, created_at`;

export async function byId(db: Runner, tenantId: string, id: string): Promise<MediaRow | undefined> {
  return db.first(sql<MediaRow>`select ${columns} from media where tenant_id = ${tenantId} and id = ${id}`);
}

/** One page of ready items and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<MediaRow[]> {
  const beyond = after === undefined ? sql`` : sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]})`;
  return db.run(sql<MediaRow>`select ${columns} from media where tenant_id = ${tenantId} and status = 'ready' ${beyond}
    order by created_at desc, id desc limit ${limit + 1}`);
}
