import { z } from 'zod';
import { EVENT_CATEGORIES, EVENT_TYPES } from '../../core/event.ts';
import { exampleId } from '../../core/example.ts';
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
  summary: 'List event types',
  description:
    'Lists every type of event that an endpoint can subscribe to, with the JSON Schema of its `data` and an example. The list is the same for everybody. Fields may be added to `data`, so ignore those that you do not know.',
  example: {
    output: {
      data: [
        {
          event: 'post.deleted',
          description: EVENT_TYPES['post.deleted'].description,
          schema: { type: 'object', properties: { post_id: { type: 'string' }, was_status: { type: 'string' } } },
          example: { post_id: exampleId('post'), was_status: 'published' },
        },
      ],
    },
  },
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
