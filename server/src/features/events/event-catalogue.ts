import { z } from 'zod';
import { categoryOf, EVENT_TYPES, type EventCategory, type EventType } from '../../core/event.ts';
import { EXAMPLE_AT } from '../../core/example.ts';
import { EVENT_TYPE_NAMES } from './event-types.ts';

/** One kind of event as the catalogue shows it. */
export interface CatalogueEntry {
  readonly event: EventType;
  readonly category: EventCategory;
  readonly description: string;
  /** The JSON Schema of `data`. More fields may come. */
  readonly schema: Record<string, unknown>;
  readonly example: Record<string, unknown>;
}

/** Every kind of event, with an example on this platform. */
export function eventCatalogue(platform: string): CatalogueEntry[] {
  return EVENT_TYPE_NAMES.map((event) => {
    const { description, data, example } = EVENT_TYPES[event];
    return {
      event,
      category: categoryOf(event),
      description,
      schema: toJsonSchema(data),
      example: example({ platform, at: EXAMPLE_AT, livemode: false }),
    };
  });
}

/** The schema with its own fields at the top, because a schema with an `id` is written as a reference to a part. */
function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $ref, $defs = {}, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  const { [$ref?.split('/').at(-1) ?? '']: own, ...parts } = $defs;
  return { ...rest, ...own, ...(Object.keys(parts).length === 0 ? {} : { $defs: parts }) };
}
