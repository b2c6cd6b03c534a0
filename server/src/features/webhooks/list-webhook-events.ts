import { z } from 'zod';
import { EVENT_TYPES } from '../../core/event.ts';
import { defineOperation } from '../../core/operation.ts';

const KindOfEvent = z.object({
  event: z.string(),
  category: z.enum(['posts', 'inbox', 'accounts']),
  description: z.string(),
});

/** A catalogue that fits on one page; it does not depend on the tenant. */
export const listWebhookEvents = defineOperation({
  name: 'list_webhook_events',
  summary: 'The kinds of events that a webhook endpoint can subscribe to',
  tag: 'Webhooks',
  http: { method: 'get', path: '/v1/webhooks/events', status: 200 },
  scope: 'any',
  input: z.strictObject({}),
  output: z.object({ data: z.array(KindOfEvent), count: z.number().int() }),

  async run() {
    const data = Object.entries(EVENT_TYPES).map(([event, [category, description]]) => ({
      event,
      category,
      description,
    }));
    return { data, count: data.length };
  },
});
