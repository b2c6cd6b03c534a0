import { z } from 'zod';
import { hasPermission } from '../../core/actor.ts';
import { missing } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertFreshProof } from '../members/index.ts';
import { assertLimits } from './assert-limits.ts';
import * as keys from './key.repository.ts';
import { assertUsable, exampleKey, Key, KeyFields, KeyId, lockedOutMessage, TrustFields, toKey } from './key.ts';
import { toLimits } from './to-limits.ts';
import { toTrust } from './trust.ts';

export const updateKey = defineOperation({
  name: 'update_key',
  summary: 'Update an API key',
  description:
    'Changes the name or the restrictions of a key; its secret stays. A list that you send replaces the old one. A revoked key is 409 `conflict`. A body without fields is 400 `missing_metadata`. `message` warns when no key without restrictions is left: then the operator must make one.',
  example: { input: { scopes: ['posts:read'] }, output: { scopes: ['posts:read'], ...exampleKey } },
  tag: 'API keys',
  http: { method: 'patch', path: '/v1/keys/{key_id}', status: 200 },
  scope: 'admin',
  leaves: false,
  rejects: ['permission_denied'],
  input: z.strictObject({ key_id: KeyId, ...KeyFields, name: KeyFields.name.optional(), ...TrustFields }),
  output: Key.extend({ message: z.string().optional() }),

  async current(ctx, { key_id: id }) {
    const row = await keys.lock(ctx.db, ctx.tenant.id, id);
    return row && toKey(row, ctx.tenant.mode === 'live');
  },

  async run(ctx, { key_id: id, name, ...choices }) {
    const { id: tenantId, mode } = ctx.tenant;
    const wanted = toLimits(choices);
    if (name === undefined && Object.keys(choices).length === 0)
      throw missing('name', `Send one of ${Object.keys({ ...KeyFields, ...TrustFields }).join(', ')}.`);
    assertFreshProof(ctx);
    return ctx.commit(async (tx) => {
      const before = await keys.lock(tx, tenantId, id);
      assertUsable(before, id);
      await assertLimits(tx, tenantId, wanted, before.brand_ids);
      const row = await keys.update(tx, tenantId, id, {
        by: ctx.actor,
        name: name ?? before.name,
        isOwner: before.is_owner && hasPermission(ctx.actor, 'owner'),
        trust: toTrust(
          ctx.actor,
          { sending: before.sending, canApprove: before.can_approve, agentsDirect: before.agents_direct },
          choices,
        ),
        limits: {
          scopes: before.scopes,
          brandIds: before.brand_ids,
          allowedIps: before.allowed_ips,
          expiresAt: before.expires_at,
          ...wanted,
        },
      });
      const isOpen = await keys.hasUnrestricted(tx, tenantId);
      return { ...toKey(row, mode === 'live'), ...(isOpen ? {} : { message: lockedOutMessage(ctx.tenant) }) };
    });
  },
});
