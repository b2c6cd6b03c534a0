import { z } from 'zod';
import { EVENT_CATEGORIES } from '../../core/event.ts';
import { defineOperation } from '../../core/operation.ts';
import { EventTypeName, eventCatalogue } from '../events/index.ts';

const KindOfEvent = z
  .object({
    event: EventTypeName,
    category: z.enum(EVENT_CATEGORIES),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()).meta({ description: 'The JSON Schema of its data' }),
    example: z.record(z.string(), z.unknown()).meta({ description: 'An example of its data' }),
  })
  .meta({ id: 'EventKind' });

/** A catalogue that fits on one page; it does not depend on the tenant. */
export const listWebhookEvents = defineOperation({
  name: 'list_webhook_events',
  summary: 'The kinds of events that a webhook endpoint can subscribe to',
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/events', status: 200 },
  scope: 'any',
  input: z.strictObject({}),
  output: z.object({ data: z.array(KindOfEvent), count: z.number().int() }),

  async run(ctx) {
    const [platform = ''] = Object.keys(ctx.connectors);
    const data = eventCatalogue(platform);
    return { data, count: data.length };
  },
});
