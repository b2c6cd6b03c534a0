import { isDeepStrictEqual } from 'node:util';
import { EVENT_TYPES, type EventType } from '../src/core/event.ts';

/** Throws when the data of an event is not what its type promises, or holds fields that the type does not declare. */
export function assertEventConforms({ type, data }: { readonly type: string; readonly data: unknown }): void {
  const wrong = (what: string) => new Error(`${type} ${what}: ${JSON.stringify(data)}`);
  if (!Object.hasOwn(EVENT_TYPES, type)) throw wrong('is not in the catalogue');
  const parsed = EVENT_TYPES[type as EventType].data.safeParse(data);
  if (!parsed.success) throw wrong(`has wrong data (${parsed.error.message})`);
  if (!isDeepStrictEqual(parsed.data, data)) throw wrong('has fields that the catalogue does not declare');
}
