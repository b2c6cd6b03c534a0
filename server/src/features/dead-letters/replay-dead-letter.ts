import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as dead from './dead-letter.repository.ts';

export const replayDead = defineOperation({
  name: 'replay_dead',
  summary: 'Replay a dead letter',
  tag: 'Events',
  http: { method: 'post', path: '/v1/dead/{id}/replay', status: 200 },
  scope: 'admin',
  input: z.strictObject({ id: z.string().min(1).max(200) }),
  output: z.object({ success: z.boolean() }),

  async run(ctx, { id }) {
    const result = await ctx.commit(async (tx) => {
      const row = await dead.byId(tx, ctx.tenant.id, id);
      if (row === undefined) throw notFound('dead_row', id);
      await dead.replay(tx, ctx.tenant.id, row);
      return { success: true };
    });
    ctx.wake('deliveries');
    ctx.wake('callbacks');
    return result;
  },
});
