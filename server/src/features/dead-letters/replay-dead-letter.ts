import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import * as dead from './dead-letter.repository.ts';

export const replayDead = defineOperation({
  name: 'replay_dead',
  summary: 'Replay a dead letter',
  description:
    'Makes a dead delivery or callback due again; the answer does not wait for it. An action is 409 `conflict`: retry the post, or make the request again that it came from. A delivery to an endpoint that is paused or disabled is 409, too. An event past its retention is 410 `gone`, an unknown id 404 `not_found`.',
  example: { input: { id: exampleId('dlv') } },
  tag: 'Events',
  http: { method: 'post', path: '/v1/dead/{id}/replay', status: 200 },
  scope: 'admin',
  leaves: false,
  rejects: ['gone'],
  input: z.strictObject({ id: z.string().min(1).max(200) }),
  output: z.object({ success: z.boolean() }),

  async run(ctx, { id }) {
    const result = await ctx.commit(async (tx) => {
      const row = await dead.byId(tx, ctx.tenant.id, id);
      if (row === undefined) throw notFound('dead_letter', id);
      await dead.replay(tx, ctx.tenant.id, row);
      return { success: true };
    });
    ctx.wake('deliveries');
    ctx.wake('callbacks');
    return result;
  },
});
