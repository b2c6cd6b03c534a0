import { EVENT_TYPES } from '../../core/event.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import { eventCatalogue } from '../../features/events/index.ts';
import { exampleMessage, MESSAGE_HEADERS, MessageBody } from '../../features/webhooks/index.ts';
import type { Json, SchemaWriter } from './schemas.ts';

/**
 * The messages that we send to webhook endpoints, one for each kind of event, and their headers as parameters for the
 * components of the document.
 */
export function toWebhooks(toSchema: SchemaWriter['toSchema']): { readonly webhooks: Json; readonly parameters: Json } {
  // The type of the content stands with the content.
  const { 'content-type': _type, ...named } = MESSAGE_HEADERS;
  const parameters: Json = Object.fromEntries(
    Object.entries(named).map(([name, description]) => [
      name,
      { name, in: 'header', required: !/-delivery$|-next$/.test(name), description, schema: { type: 'string' } },
    ]),
  );
  const headers = Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const body = toSchema(MessageBody, 'output');
  const [platform] = PLATFORMS;
  const webhooks = Object.fromEntries(
    eventCatalogue(platform).map(({ event, description, category, example }) => [
      event,
      {
        post: {
          operationId: `on_${event.replaceAll('.', '_')}`,
          summary: description,
          tags: ['Events'],
          'x-category': category,
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  allOf: [body],
                  properties: { type: { const: event }, data: toSchema(EVENT_TYPES[event].data, 'output') },
                },
                example: exampleMessage(event, example),
              },
            },
          },
          responses: {
            '2XX': { description: 'Taken' },
            410: { description: 'Gone: it is disabled' },
            default: { description: 'Sent again later' },
          },
        },
      },
    ]),
  );
  return { webhooks, parameters };
}
