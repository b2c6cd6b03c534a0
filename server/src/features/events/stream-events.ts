import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { defineStream } from '../../core/operation.ts';
import { LoggedEvent, toLoggedEvent } from './event.ts';
import { eventFilters, Seq, toEventFilter } from './event-filters.ts';
import * as events from './list-events.repository.ts';
import { idAt, rangeOf } from './stream.repository.ts';

const PAGE = 100;

export const streamEvents = defineStream({
  name: 'stream_events',
  summary: 'Stream events',
  description:
    'Sends the events as they happen, as server-sent events, in the order of the log and each once. It begins with the next event, or behind `after`. A client that connects again sends the last `id` as `Last-Event-ID` and misses nothing. A place in the future is 400 `invalid_request`, one past the retention 410 `gone`; `meta.resume_after` tells where to go on. The 11th stream of a key is 429 `too_many_requests`. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.',
  example: { input: { category: 'posts' } },
  tag: 'Events',
  http: { method: 'get', path: '/v1/events/stream', status: 200 },
  scope: 'analytics:read',
  rejects: ['gone'],
  input: z.strictObject({
    ...eventFilters,
    after: Seq.optional().meta({
      description:
        'Begins with the first event whose seq is greater; without it and without Last-Event-ID, with the next event',
      wire: { type: 'integer', minimum: 0 },
    }),
  }),
  output: LoggedEvent,

  async run(ctx, { after, ...filters }) {
    const { id: tenantId, mode, plan } = ctx.tenant;
    // Rejects wrong filters before the stream opens.
    toEventFilter(ctx.actor, filters);
    let { seq, newest } = await startOf(ctx, after);
    return {
      async next(signal, actor) {
        const filter = { ...toEventFilter(actor, filters), retentionDays: plan.eventRetentionDays };
        while (!signal.aborted) {
          if (seq >= newest) newest = (await ctx.newEvents(tenantId, seq, signal)) ?? newest;
          if (seq >= newest) continue;
          const rows = await events.list(ctx.db, tenantId, filter, { after: seq }, PAGE);
          const page = rows.slice(0, PAGE);
          // Beyond a page that is not full, all events up to the newest were filtered out.
          seq = rows.length > PAGE ? (page.at(-1)?.seq ?? seq) : Math.max(newest, page.at(-1)?.seq ?? 0);
          if (page.length > 0) return page.map((row) => toItem(toLoggedEvent(row, mode === 'live')));
        }
        return [];
      },
    };
  },
});

function toItem(data: LoggedEvent) {
  return { id: `${data.seq}.${data.id}`, event: data.type, data };
}

/**
 * The numbers of the last event that the caller has and of the newest one. Throws 400 or 410, with the number to go on
 * from in `meta.resume_after`, when the stream cannot go on there.
 */
async function startOf(ctx: Context, after: number | undefined): Promise<{ seq: number; newest: number }> {
  const { newest, oldest } = await rangeOf(ctx.db, ctx.tenant.id, ctx.tenant.plan.eventRetentionDays);
  const { lastEventId } = ctx.request;
  // A browser that reconnects repeats the address with its `after`, so the header wins.
  const field = lastEventId === undefined ? 'after' : 'Last-Event-ID';
  const cannot = (code: 'invalid_request' | 'gone', why: string, resumeAfter: number) =>
    new ApiError(
      code,
      `${why} Go on with after=${resumeAfter}.`,
      { field, resume_after: resumeAfter },
      code === 'gone' ? 'resource.gone' : 'validation.field_invalid',
    );
  const unknown = () =>
    cannot(
      'invalid_request',
      'This is not the id of an event in your log. Send the id of the last event as it came.',
      oldest - 1,
    );
  const last = lastEventId === undefined ? { seq: after, id: undefined } : parseId(lastEventId);
  if (last === undefined) throw unknown();
  const { seq = newest, id } = last;
  if (seq > newest) throw cannot('invalid_request', `There is no event ${seq} yet; the newest is ${newest}.`, newest);
  if (seq + 1 < oldest) throw cannot('gone', `The events after ${seq} are past their retention.`, oldest - 1);
  if (id !== undefined && seq >= oldest && (await idAt(ctx.db, ctx.tenant.id, seq)) !== id) throw unknown();
  return { seq, newest };
}

/** Reads `<seq>.<event id>`. */
function parseId(lastEventId: string): { seq: number; id: string } | undefined {
  const [, digits, id] = /^(\d{1,15})\.(evt_[a-z0-9]{1,60})$/.exec(lastEventId) ?? [];
  return digits === undefined || id === undefined ? undefined : { seq: Number(digits), id };
}
