import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { assertFreshProof } from '../members/index.ts';
import * as keys from './key.repository.ts';
import { assertUsable, KeyId, NewKey, toNewKey, unusable } from './key.ts';
import { assertMayTakeOver } from './trust.ts';

export const rotateKey = defineOperation({
  name: 'rotate_key',
  summary: 'Rotate an API key',
  description:
    'Gives a key a new secret and shows it this once. The old secret ends at once. A revoked or expired key is 409 `conflict`.',
  tag: 'API keys',
  http: { method: 'post', path: '/v1/keys/{key_id}/rotate', status: 200 },
  scope: 'admin',
  leaves: false,
  rejects: ['permission_denied'],
  input: z.strictObject({ key_id: KeyId }),
  output: NewKey,

  async run(ctx, { key_id: id }) {
    assertFreshProof(ctx);
    const { id: tenantId, mode } = ctx.tenant;
    return ctx.commit(async (tx) => {
      const before = await keys.lock(tx, tenantId, id);
      assertUsable(before, id);
      assertMayTakeOver(ctx.actor, before);
      if (before.state === 'expired') throw unusable(id, 'This key has expired. Change its expires_at first.');
      const made = await keys.replaceSecret(tx, tenantId, { id, mode, cell: ctx.cell, by: ctx.actor });
      return toNewKey(made, { livemode: mode === 'live', dryRun: ctx.request.dryRun });
    });
  },
});
