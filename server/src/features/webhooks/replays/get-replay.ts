import { z } from 'zod';
import { notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { assertWebhookId, WebhookId } from '../webhook.ts';
import * as replays from './replay.repository.ts';
import { assertReplayId, Replay, ReplayId, toReplay } from './replay.ts';

export const getReplay = defineOperation({
  name: 'get_replay',
  summary: 'Get a replay',
  description:
    'Shows a replay and how far it is. It is `completed` when each of its deliveries has ended, which may take as long as the retries of the last one.',
  example: {
    output: { status: 'running', queued: 12, delivered: 9, remaining: 3, started_at: '2027-01-01T09:00:01.000Z' },
  },
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/{webhook_id}/replays/{replay_id}', status: 200 },
  scope: 'webhooks:manage',
  input: z.strictObject({ webhook_id: WebhookId, replay_id: ReplayId }),
  output: Replay,

  async run(ctx, { webhook_id: webhookId, replay_id: id }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertWebhookId(webhookId);
    assertReplayId(id);
    const row = await replays.byId(ctx.db, tenantId, webhookId, id);
    if (row === undefined) throw notFound('replay', id);
    return toReplay(row, mode === 'live');
  },
});
