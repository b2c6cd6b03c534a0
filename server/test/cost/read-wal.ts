import type pg from 'pg';

/** What transactions of one database wrote to the log of the server. */
export interface Written {
  readonly walRecords: number;
  /** Without images of whole pages, which follow checkpoints. */
  readonly walBytes: number;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  readonly indexEntries: number;
}

/** Where the log ends now. Everything before it is flushed, so that it can be read. */
export async function endOfWal(owner: pg.Client): Promise<string> {
  await owner.query(
    "begin; set local synchronous_commit = on; select pg_logical_emit_message(true, 'cost', ''); commit",
  );
  const { rows } = await owner.query('select pg_current_wal_flush_lsn() as end');
  return rows[0].end;
}

/**
 * Counts records between two ends of the log. Other databases of the server write there too. Records without a
 * transaction are the housekeeping of pages.
 */
export async function readWal(owner: pg.Client, from: string, to: string): Promise<Written> {
  const { rows } = await owner.query<Record<keyof Written, number>>(
    `with records as materialized (
       select xid, resource_manager as manager, split_part(record_type, '+', 1) as type, record_length - fpi_length as bytes, block_ref
       from pg_get_wal_records_info($1, $2) where xid <> '0'::xid
     ), ours as (
       select * from records where xid in (select r.xid from records r, pg_database d
         where d.datname = current_database() and r.block_ref like '%/' || d.oid || '/%')
     )
     select count(*)::int as "walRecords", coalesce(sum(bytes), 0)::int as "walBytes",
       count(*) filter (where manager in ('Heap', 'Heap2') and type in ('INSERT', 'MULTI_INSERT'))::int as inserted,
       count(*) filter (where manager = 'Heap' and type in ('UPDATE', 'HOT_UPDATE'))::int as updated,
       count(*) filter (where manager = 'Heap' and type = 'DELETE')::int as deleted,
       count(*) filter (where manager = 'Btree' and type in ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R')
         or manager = 'Gin' and type in ('UPDATE_META_PAGE', 'INSERT') or manager = 'BRIN' and type in ('INSERT', 'UPDATE', 'SAMEPAGE_UPDATE'))::int as "indexEntries"
     from ours`,
    [from, to],
  );
  return rows[0] as Written;
}
