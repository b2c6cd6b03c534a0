import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { usage } from '../usage/index.ts';

export const getMediaStorage = defineOperation({
  name: 'get_media_storage',
  summary: 'Get media storage',
  description:
    'Returns the storage that media items use, the limit of the plan, and the number of items. Media that posts name by address are not stored and do not count.',
  tag: 'Media',
  http: { method: 'get', path: '/v1/media/storage', status: 200 },
  scope: 'media:read',
  input: z.strictObject({}),
  output: z.object({
    used_bytes: z.number().int(),
    limit_bytes: z.number().int().meta({ description: '-1 means unlimited' }),
    count: z.number().int(),
    livemode: z.boolean(),
  }),

  async run(ctx) {
    const { plan, storageBytes, mediaCount } = await usage.current(ctx.db, ctx.tenant.id);
    return {
      used_bytes: storageBytes,
      limit_bytes: plan.storageBytesMax,
      count: mediaCount,
      livemode: ctx.tenant.mode === 'live',
    };
  },
});
