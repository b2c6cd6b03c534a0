import { z } from 'zod';
import { type ApiError, conflict, notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { assertWebhookId, WebhookId } from '../webhook.ts';
import * as replays from './replay.repository.ts';
import { assertReplayId, REPLAY_WORKER, Replay, ReplayId, type ReplayStatus, toReplay } from './replay.ts';

export const cancelReplay = defineOperation({
  name: 'cancel_replay',
  summary: 'Cancel a replay',
  description:
    'Ends a replay: it queues no more, and the deliveries that it queued and did not send are ended. Those that had succeeded before are `success` again, the others are `failed`. A replay that has ended otherwise is 409 `conflict`.',
  example: { output: { status: 'cancelled', completed_at: '2027-01-01T09:01:00.000Z' } },
  tag: 'Webhooks',
  http: { method: 'post', path: '/v1/webhooks/{webhook_id}/replays/{replay_id}/cancel', status: 200 },
  scope: 'webhooks:manage',
  leaves: false,
  input: z.strictObject({ webhook_id: WebhookId, replay_id: ReplayId }),
  output: Replay,

  async run(ctx, { webhook_id: webhookId, replay_id: id }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertWebhookId(webhookId);
    assertReplayId(id);
    const replay = await ctx.commit(async (tx) => {
      await replays.cancel(tx, tenantId, id);
      const row = await replays.byId(tx, tenantId, webhookId, id);
      if (row === undefined) throw notFound('replay', id);
      if (row.status !== 'cancelled') throw hasEnded(id, row.status);
      return toReplay(row, mode === 'live');
    });
    ctx.wake(REPLAY_WORKER);
    return replay;
  },
});

function hasEnded(id: string, status: ReplayStatus): ApiError {
  return conflict(`The replay ${id} is ${status} already.`, { resource: 'replay', id });
}
