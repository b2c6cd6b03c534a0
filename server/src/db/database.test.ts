import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { startCuttingProxy } from '../../test/database/cutting-proxy.ts';
import { createDatabase, dropDatabaseAt } from '../../test/own-database.ts';
import { ApiError } from '../core/errors.ts';
import { createBatcher } from './batcher.ts';
import { openDatabase, type TenantDatabase } from './database.ts';
import { OpenTransaction } from './open-transaction.ts';

const templateUrl = inject('templateUrl');
const url = await createDatabase(templateUrl);
const proxy = await startCuttingProxy(url);
const db = openDatabase({ url: proxy.url, connectionsMax: 1, log: () => {} });
const timed = openDatabase({ url, connectionsMax: 1, requestSecondsMax: 15, log: () => {} });
afterAll(async () => {
  await Promise.all([db.close(), timed.close()]);
  await proxy.close();
  await dropDatabaseAt(templateUrl, url);
});

test("a tenant's database has statements and transactions, and nothing that leads to the system role", () => {
  const tenant: TenantDatabase = db.tenant('ten_of_a_request');
  expect(Object.keys(tenant).sort()).toEqual(['first', 'run', 'transaction']);
  expect(Object.getPrototypeOf(tenant)).toBe(Object.prototype);
  expect(Object.getOwnPropertyNames(OpenTransaction.prototype).sort()).toEqual(
    ['afterCommit', 'commit', 'constructor', 'defer', 'first', 'flush', 'rollBack', 'run'].sort(),
  );
  // @ts-expect-error batches run on the system database.
  expect(tenant.batcher).toBeUndefined();
  // @ts-expect-error a tenant's database alone makes no batcher.
  createBatcher(tenant);
});

test('a statement of a request has less time than one of a worker', async () => {
  const { request, tenant, system } = timed;
  for (const [scope, limit] of [
    [request('ten_of_a_request'), '15s'],
    [tenant('ten_of_a_request'), '5min'],
    [system, '5min'],
  ] as const)
    expect(await scope.first(sql`show statement_timeout`)).toEqual({ statement_timeout: limit });
});

test('the server ends a transaction whose process was stopped, for requests and for workers', async () => {
  for (const scope of [db.tenant('ten_of_a_request'), db.request('ten_of_a_request'), db.system]) {
    const limit = await scope.transaction((tx) => tx.first(sql`show idle_in_transaction_session_timeout`));
    expect(limit).toEqual({ idle_in_transaction_session_timeout: '10s' });
  }
});

test('only the kind of an error tells that a connection is lost, never the words in it', async () => {
  const words = 'Connection terminated: connection timeout, not queryable';
  for (const scope of [db.request('ten_of_a_request'), db.system]) {
    await expect(scope.run(sql`select ${words}::text::int`)).rejects.toMatchObject({ code: '22P02' });
    const rejected = scope.transaction(async (tx) => {
      await tx.run(sql`select 1`);
      throw new ApiError('conflict', `A brand is named ${words}.`);
    });
    await expect(rejected).rejects.toMatchObject({ code: 'conflict' });
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
    expect(await scope.first(pid)).toEqual(await scope.first(pid));
  }
  for (const scope of [db.request('ten_of_a_request'), db.system]) {
    const lost = scope.transaction(async (tx) => {
      await tx.run(sql`select 1`);
      proxy.cutAll();
      await tx.run(sql`select 1`);
    });
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
  }
});
