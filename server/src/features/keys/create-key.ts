import { z } from 'zod';
import { hasPermission } from '../../core/actor.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertFreshProof } from '../members/index.ts';
import { assertLimits } from './assert-limits.ts';
import * as keys from './key.repository.ts';
import { KeyFields, NewKey, TrustFields, toNewKey } from './key.ts';
import { toLimits } from './to-limits.ts';
import { toTrust } from './trust.ts';

export const createKey = defineOperation({
  name: 'create_key',
  summary: 'Create an API key',
  description:
    'Makes a key and shows it this once. A live key makes live keys, a test key test keys. `scopes`, `brand_ids`, `allowed_ips` and `expires_at` restrict it; an empty list means no restriction. Only a key without restrictions may manage keys; others get 403 `insufficient_scope`. A key never gives more than its maker has: 403 `permission_denied`. An unknown scope or brand, or an end that is not ahead, is 400 `invalid_request`.',
  example: { input: { scopes: ['posts:read', 'posts:write'], brand_ids: [exampleId('brand')] } },
  tag: 'API keys',
  http: { method: 'post', path: '/v1/keys', status: 201 },
  scope: 'admin',
  leaves: false,
  rejects: ['permission_denied'],
  input: z.strictObject({ ...KeyFields, ...TrustFields }),
  output: NewKey,

  async run(ctx, { name, ...choices }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertFreshProof(ctx);
    const limits = { ...keys.UNLIMITED, ...toLimits(choices) };
    const trust = toTrust(ctx.actor, { ...keys.TRUSTED, sending: ctx.actor.sending }, choices);
    return ctx.commit(async (tx) => {
      await assertLimits(tx, tenantId, limits);
      const made = await keys.create(tx, tenantId, mode, name, {
        limits,
        trust,
        isOwner: hasPermission(ctx.actor, 'owner'),
        cell: ctx.cell,
        by: ctx.actor,
      });
      return toNewKey(made, { livemode: mode === 'live', dryRun: ctx.request.dryRun });
    });
  },
});
