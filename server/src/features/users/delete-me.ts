import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { cancelSubscription } from '../billing/index.ts';
import { assertFreshProof } from '../members/index.ts';
import * as deletions from './deletion/deletion.repository.ts';
import { assertLive } from './user.ts';

export const deleteMe = defineOperation({
  name: 'delete_me',
  summary: 'Delete the workspace',
  description:
    'Deletes the workspace without asking a second time. Its keys end and publishing stops at once, accounts are disconnected, and the subscription is cancelled without a refund. Everything else is removed after 24 hours; until then the operator can take it back. A test key gets 409 `conflict`. A person needs to be an owner and to have signed in within ten minutes.',
  tag: 'Users',
  http: { method: 'delete', path: '/v1/users/me', status: 200 },
  scope: 'owner',
  leaves: false,
  input: z.strictObject({}),
  output: z.object({ ok: z.boolean() }),

  async run(ctx) {
    assertLive(ctx);
    assertFreshProof(ctx);
    const { workspaceId } = ctx.tenant;
    await ctx.commit(async (tx) => {
      if ((await deletions.mark(tx, workspaceId)) === undefined) throw notFound('user', 'me');
      await cancelSubscription(tx, ctx.tenant.id);
      return { ok: true };
    });
    // The worker stops what this could not.
    if (!ctx.request.dryRun) await ctx.stopWorkspace(workspaceId).catch(() => {});
    return { ok: true };
  },
});
