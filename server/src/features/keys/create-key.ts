import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { assertLimits } from './assert-limits.ts';
import * as keys from './key.repository.ts';
import { KeyFields, NewKey, toNewKey } from './key.ts';
import { toLimits } from './to-limits.ts';

export const createKey = defineOperation({
  name: 'create_key',
  summary: 'Make an API key; a test key makes test keys, a live key live ones',
  tag: 'API keys',
  http: { method: 'post', path: '/v1/keys', status: 201 },
  scope: 'admin',
  input: z.strictObject(KeyFields),
  output: NewKey,

  async run(ctx, { name, ...wishes }) {
    const { id: tenantId, mode } = ctx.tenant;
    const limits = { ...keys.UNLIMITED, ...toLimits(wishes) };
    return ctx.commit(async (tx) => {
      await assertLimits(tx, tenantId, limits);
      const made = await keys.create(tx, tenantId, mode, name, limits);
      return toNewKey(made, { livemode: mode === 'live', dryRun: ctx.request.dryRun });
    });
  },
});
