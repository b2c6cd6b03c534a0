import { z } from 'zod';
import { ApiError } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';

export const getTestWorld = defineOperation({
  name: 'get_test_world',
  summary: 'The simulated world of a test tenant: its platforms, control API, receivers and page are below one address',
  tag: 'Test',
  http: { method: 'get', path: '/v1/test/world', status: 200 },
  scope: 'any',
  input: z.strictObject({}),
  output: z.object({
    world: z.string(),
    url: z.string().meta({ description: 'Base address of the world. Whoever knows it can use the world' }),
    livemode: z.boolean(),
  }),

  async run(ctx) {
    const { world } = ctx.tenant;
    // The tenant's mode forbids it, not the key's scope, so none of the 403 codes fits.
    if (world === null)
      throw new ApiError(
        'conflict',
        'Only a test tenant has a world. Use a key that starts with hub_test_.',
        { resource: 'world' },
        'world.test_only',
      );
    return { world: world.id, url: await ctx.worldUrl(world), livemode: false };
  },
});
