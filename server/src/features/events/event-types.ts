import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { EVENT_TYPES, type EventType, TEST_EVENT } from '../../core/event.ts';
import { closest } from '../../lib/closest.ts';

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** The name of an event type; checked in `toEventType`, so that a misspelt one gets a hint. */
export const EventTypeName = z.string().meta({ id: 'EventType', wire: { type: 'string', enum: EVENT_TYPE_NAMES } });

/** The event type of this name. 400 with the nearest known type for others. */
export function toEventType(field: string, word: string): EventType {
  if (Object.hasOwn(EVENT_TYPES, word)) return word as EventType;
  if (word === TEST_EVENT) throw invalid(field, `${TEST_EVENT} is sent as a ping only; nobody can subscribe to it.`);
  const guess = closest(word, EVENT_TYPE_NAMES);
  const hint = guess === undefined ? ' GET /v1/webhooks/events lists them.' : ` Did you mean ${guess}?`;
  throw invalid(field, `There is no event ${JSON.stringify(word.slice(0, 100))}.${hint}`);
}
