import { expect, test } from 'vitest';
import type { PlatformContext, Transaction } from '../../core/context.ts';
import { queueAccounts } from '../posts/model/account-queue.repository.ts';
import { changeAtPlatform, queueWithin, takeCharge } from './index.ts';

const ctx = {
  actor: { type: 'key', id: 'key_held', name: 'held', sending: 'held' },
  tenant: { id: 'tnt_1', suspension: null },
} as unknown as PlatformContext;

test('nothing that a held actor asks for leaves, is charged or becomes due', async () => {
  // A call that comes as far as the database fails with another error.
  const tx = {} as Transaction;
  const calls = {
    queueWithin: () => queueWithin(tx, ctx, []),
    takeCharge: () => takeCharge(tx, ctx, 'post', 1),
    queueAccounts: () => queueAccounts(tx, ctx, new Map()),
    changeAtPlatform: () => changeAtPlatform(ctx, 'acc_1', async () => undefined),
  };
  for (const [name, call] of Object.entries(calls))
    await expect(call(), name).rejects.toMatchObject({ code: 'permission_denied', detailCode: 'auth.held' });
});
