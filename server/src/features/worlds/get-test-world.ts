import { z } from 'zod';
import { ApiError } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';

export const getTestWorld = defineOperation({
  name: 'get_test_world',
  summary: 'Get the test world',
  description:
    'Shows the address of the simulated world of a test tenant. Its platforms, control API, webhook receivers and page are below it. Whoever knows the address can use the world. A live key gets 409 `conflict`.',
  example: {
    output: {
      world: 'w_1f5c0e9a7b3d4c2e8a6f0b1d2c3e4f50',
      url: 'https://hubbub.example.com/simulator/w_1f5c0e9a7b3d4c2e8a6f0b1d2c3e4f50',
      livemode: false,
    },
  },
  tag: 'Test',
  http: { method: 'get', path: '/v1/test/world', status: 200 },
  scope: 'any',
  rejects: ['conflict'],
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
