/**
 * The default server settings. They are passed on the command line: new values reach an old data folder, and settings
 * made inside the database cannot weaken durability.
 */
const defaults: Readonly<Record<string, string>> = {
  // A committed transaction is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // Little memory when idle, because the page cache of the system does the rest. `sync` needs no I/O worker processes.
  shared_buffers: '32MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '32MB',
  io_method: 'sync',
  jit: 'off',
  huge_pages: 'off',
  max_connections: '100',
  max_logical_replication_workers: '0',

  // Little space on disk.
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  autovacuum: 'on',

  random_page_cost: '1.1',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',

  // Callers report their own errors. The log must hold neither statements nor their values.
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_timezone: 'UTC',
};

/** The `postgres` arguments for these settings: no TCP port, and a socket that only the owner may open. */
export function serverArguments(
  pgDir: string,
  socketDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): string[] {
  const all = {
    ...defaults,
    ...settings,
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${socketDir}"`, // a list; quoted, a comma is part of the name
    unix_socket_permissions: '0700',
  };
  return ['-D', pgDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
