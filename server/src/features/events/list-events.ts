import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_DEFAULT, pageOf, pageQuery, toPage } from '../../core/page.ts';
import { LoggedEvent, toLoggedEvent } from './event.ts';
import { eventFilters, Seq, toEventFilter } from './event-filters.ts';
import * as events from './list-events.repository.ts';

const Input = z.strictObject({
  ...pageQuery,
  after: Seq.optional().meta({
    description: 'Only events with a greater seq, oldest first; without it, newest first',
    wire: { type: 'integer', minimum: 0 },
  }),
  ...eventFilters,
  from: Instant.optional().meta({ description: 'Happened at this time or later' }),
  to: Instant.optional().meta({ description: 'Happened at this time or earlier' }),
});

export const listEvents = defineOperation({
  name: 'list_events',
  summary: 'List events',
  description:
    'Lists what happened to the tenant, newest first. With `after` the order is that in which it happened: a client that sends the last `seq` that it has misses nothing. Events older than `retention_days` of the plan are hidden. Webhooks and the stream carry the same events. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands. Events without a brand are for those who reach all brands.',
  example: { input: { type: 'post.published' } },
  tag: 'Events',
  http: { method: 'get', path: '/v1/events', status: 200 },
  scope: 'analytics:read',
  input: Input,
  output: pageOf(LoggedEvent).extend({
    events: z.array(LoggedEvent).meta({ description: 'The same array as data' }),
    retention_days: z.number().int().meta({ description: 'Older events are hidden' }),
  }),

  async run(ctx, { limit = PAGE_DEFAULT, cursor, ...filters }) {
    const scope = `events ${JSON.stringify(filters)}`;
    const position = cursor === undefined ? undefined : ctx.cursors.decode(ctx.tenant.id, scope, cursor);
    const retentionDays = ctx.tenant.plan.eventRetentionDays;
    const rows = await events.list(
      ctx.db,
      ctx.tenant.id,
      { ...toFilter(ctx.actor, filters), retentionDays },
      startOf(filters.after, position?.[0] as number | undefined),
      limit,
    );

    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    const next = hasMore ? ctx.cursors.encode(ctx.tenant.id, scope, [last.seq]) : undefined;
    const data = page.map((row) => toLoggedEvent(row, ctx.tenant.mode === 'live'));
    return { ...toPage(data, limit, next), events: data, retention_days: retentionDays };
  },
});

function toFilter(actor: Actor, filters: Omit<z.output<typeof Input>, 'limit' | 'cursor'>) {
  return {
    ...toEventFilter(actor, filters),
    from: filters.from === undefined ? undefined : toInstant(filters.from),
    to: filters.to === undefined ? undefined : toInstant(filters.to),
  };
}

function startOf(after: number | undefined, position: number | undefined): events.Start {
  return after === undefined ? { before: position } : { after: position ?? after };
}
