import type { Connector } from '../core/connector.ts';
import type { InboundItem } from '../core/inbound/callbacks.ts';
import type { Person } from '../core/messaging/inbox.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';

/** More new people in one callback keep their ids; the reading of old conversations names them. */
const PEOPLE_MAX = 5;

/** The people who wrote and of whom only the id is known. Meta names nobody who has not written. */
export function namelessPeople(items: readonly InboundItem[]): string[] {
  const ids = items.flatMap((item) => {
    if (item.kind !== 'message' || item.message.isOwn) return [];
    const { id, name, username } = item.message.participant;
    return name === undefined && username === undefined ? [id] : [];
  });
  return [...new Set(ids)];
}

/**
 * The items with the names of these people. A name that the platform does not tell holds up no message. A platform that takes
 * no calls now is asked for no more names.
 */
export async function namePeople(
  { messages }: Connector,
  session: Session,
  items: readonly InboundItem[],
  ids: readonly string[],
): Promise<InboundItem[]> {
  const people = new Map<string, Person>();
  for (const id of ids.slice(0, PEOPLE_MAX)) {
    try {
      const person = await messages?.person?.(session, id);
      if (person !== undefined) people.set(id, person);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.kind === 'rate_limited' || error.kind === 'unavailable') break;
    }
  }
  return items.map((item) => {
    const person = item.kind === 'message' ? people.get(item.message.participant.id) : undefined;
    return item.kind !== 'message' || person === undefined
      ? item
      : { ...item, message: { ...item.message, participant: person } };
  });
}
