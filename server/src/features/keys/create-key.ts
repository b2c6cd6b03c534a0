import { z } from 'zod';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertLimits } from './assert-limits.ts';
import * as keys from './key.repository.ts';
import { KeyFields, NewKey, toNewKey } from './key.ts';
import { toLimits } from './to-limits.ts';

export const createKey = defineOperation({
  name: 'create_key',
  summary: 'Create an API key',
  description:
    'Makes a key and shows it this once. A live key makes live keys, a test key test keys. `scopes`, `brand_ids`, `allowed_ips` and `expires_at` restrict it; an empty list means no restriction. Only a key without restrictions may manage keys; others get 403 `insufficient_scope`. An unknown scope or brand, or an end that is not ahead, is 400 `invalid_request`.',
  example: { input: { scopes: ['posts:read', 'posts:write'], brand_ids: [exampleId('brand')] } },
  tag: 'API keys',
  http: { method: 'post', path: '/v1/keys', status: 201 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject(KeyFields),
  output: NewKey,

  async run(ctx, { name, ...choices }) {
    const { id: tenantId, mode } = ctx.tenant;
    const limits = { ...keys.UNLIMITED, ...toLimits(choices) };
    return ctx.commit(async (tx) => {
      await assertLimits(tx, tenantId, limits);
      const made = await keys.create(tx, tenantId, mode, name, { limits, cell: ctx.cell, by: ctx.actor });
      return toNewKey(made, { livemode: mode === 'live', dryRun: ctx.request.dryRun });
    });
  },
});
