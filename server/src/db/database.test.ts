import { afterAll, expect, inject, test } from 'vitest';
import { createBatcher } from './batcher.ts';
import { openDatabase, type TenantDatabase } from './database.ts';
import { OpenTransaction } from './open-transaction.ts';

const db = openDatabase({ url: inject('templateUrl'), connectionsMax: 1, log: () => {} });
afterAll(() => db.close());

test("a tenant's database has statements and transactions, and nothing that leads to the system role", () => {
  const tenant: TenantDatabase = db.tenant('ten_of_a_request');
  expect(Object.keys(tenant).sort()).toEqual(['first', 'run', 'transaction']);
  expect(Object.getPrototypeOf(tenant)).toBe(Object.prototype);
  expect(Object.getOwnPropertyNames(OpenTransaction.prototype).sort()).toEqual(
    ['commit', 'constructor', 'defer', 'first', 'flush', 'rollBack', 'run'].sort(),
  );
  // @ts-expect-error batches run on the system database.
  expect(tenant.batcher).toBeUndefined();
  // @ts-expect-error a tenant's database alone makes no batcher.
  createBatcher(tenant);
});
