import { z } from 'zod';
import { ApiError, conflict, invalid, notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { Instant, toInstant } from '../../../core/instant.ts';
import { defineOperation } from '../../../core/operation.ts';
import { tenantNow } from '../../clock/index.ts';
import { EventTypeName, toEventType } from '../../events/index.ts';
import { assertActive } from '../endpoint/status.ts';
import * as webhooks from '../webhook.repository.ts';
import { assertWebhookId, WebhookId, type WebhookRow } from '../webhook.ts';
import * as replays from './replay.repository.ts';
import { REPLAY_WORKER, Replay, ReplayKind, toReplay } from './replay.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const Input = z.strictObject({
  webhook_id: WebhookId,
  kind: ReplayKind,
  since: Instant.meta({ description: 'Events from this time on; at most as old as the plan keeps events' }),
  until: Instant.optional().meta({ description: 'Events before this time; default: now' }),
  event_types: z
    .array(EventTypeName)
    .min(1, 'must name at least one event')
    .max(200)
    .optional()
    .meta({ description: 'Events of these types only' }),
});

export const createReplay = defineOperation({
  name: 'create_replay',
  summary: 'Create a replay',
  description:
    'Queues many events of a period for an endpoint again, behind its new events. `failed` takes the deliveries that failed; `all` takes every event that the endpoint subscribes to. The answer is 202 with `total`; `GET` the replay to see how far it is. A second replay at a time, and an endpoint that is not active, are 409 `conflict`. A `since` before the retention is 400 with `meta.earliest`.',
  tag: 'Webhooks',
  http: { method: 'post', path: '/v1/webhooks/{webhook_id}/replays', status: 202 },
  scope: 'webhooks:manage',
  leaves: false,
  input: Input,
  output: Replay,

  async run(ctx, { webhook_id: webhookId, ...input }) {
    const { id: tenantId, mode, plan } = ctx.tenant;
    assertWebhookId(webhookId);
    const options = toOptions(input, await tenantNow(ctx), plan.eventRetentionDays);
    const webhook = await webhooks.byId(ctx.db, tenantId, webhookId);
    if (webhook === undefined) throw notFound('webhook', webhookId);
    assertActive(webhook);
    assertSubscribed(options, webhook);
    const runningId = await replays.runningOf(ctx.db, tenantId, webhookId);
    if (runningId !== undefined) throw isRunning(runningId);
    // Counting may read a large part of the log, so it locks nothing.
    const extent = await replays.extentOf(ctx.db, tenantId, webhookId, options);
    const id = newId('rpl');
    const replay = await ctx.commit(async (tx) => {
      if (!(await replays.insert(tx, tenantId, webhookId, id, options, extent)))
        throw await rejection(tx, tenantId, webhookId);
      const row = await replays.byId(tx, tenantId, webhookId, id);
      if (row === undefined) throw notFound('replay', id);
      return toReplay(row, mode === 'live');
    });
    ctx.wake(REPLAY_WORKER);
    return replay;
  },
});

function toOptions(
  input: Omit<z.output<typeof Input>, 'webhook_id'>,
  now: Date,
  retentionDays: number,
): replays.Options {
  const since = toInstant(input.since) as Date;
  const until = input.until === undefined ? now : (toInstant(input.until) as Date);
  const kept = now.getTime() - retentionDays * DAY_MS;
  if (since.getTime() < kept) throw tooOld(kept, retentionDays);
  if (since >= now) throw invalid('since', 'The time since must be in the past.');
  if (until <= since) throw invalid('until', 'The time until must be after since.');
  const types = input.event_types?.map((type) => toEventType('event_types', type));
  return { kind: input.kind, since, until, eventTypes: types === undefined ? null : [...new Set(types)] };
}

/** The time that it tells is rounded up, so that it can be sent back at once. */
function tooOld(keptMs: number, retentionDays: number): ApiError {
  const earliest = new Date((Math.ceil(keptMs / MINUTE_MS) + 1) * MINUTE_MS).toISOString();
  const message = `Events are kept for ${retentionDays} days. The earliest possible since is ${earliest}.`;
  return new ApiError('invalid_request', message, { field: 'since', earliest }, 'validation.field_invalid');
}

function assertSubscribed({ kind, eventTypes }: replays.Options, { id, events }: WebhookRow): void {
  const other = eventTypes?.find((type) => kind === 'all' && !events.includes(type));
  if (other === undefined) return;
  throw invalid(
    'event_types',
    `The endpoint ${id} does not subscribe to ${other}. Add it with PATCH /v1/webhooks/${id}.`,
  );
}

/** Why nothing could be stored: something happened since it was checked. */
async function rejection(
  tx: Parameters<typeof replays.runningOf>[0],
  tenantId: string,
  webhookId: string,
): Promise<ApiError> {
  const webhook = await webhooks.byId(tx, tenantId, webhookId);
  if (webhook === undefined) return notFound('webhook', webhookId);
  assertActive(webhook);
  const runningId = await replays.runningOf(tx, tenantId, webhookId);
  return runningId === undefined ? hasJustEnded(webhookId) : isRunning(runningId);
}

function hasJustEnded(webhookId: string): ApiError {
  const message = 'Another replay of this endpoint has ended just now. Try again.';
  return conflict(message, { resource: 'webhook', id: webhookId });
}

function isRunning(id: string): ApiError {
  const message = `The replay ${id} of this endpoint has not ended. Wait for it or cancel it.`;
  return conflict(message, { resource: 'replay', id });
}
