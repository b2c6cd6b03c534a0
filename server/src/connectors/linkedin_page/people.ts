import type { PlatformComment } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callLinkedIn } from '../linkedin/client.ts';
import { Organization, Person } from './wire.ts';

/** Lookups for one list; later authors stay without a name. */
const LOOKUPS_MAX = 25;

/**
 * Comments have the URNs of their authors only. Members who never saw the app may be unreadable and then have no name.
 * LinkedIn requires that names of members are deleted within a day, so we store none.
 */
export async function withNames(session: Session, comments: readonly PlatformComment[]): Promise<PlatformComment[]> {
  const names = new Map<string, string | undefined>();
  for (const { author } of comments) {
    if (names.size === LOOKUPS_MAX) break;
    if (!names.has(author.id)) names.set(author.id, await nameOf(session, author.id));
  }
  return comments.map((comment) => {
    const name = names.get(comment.author.id);
    return name === undefined ? comment : { ...comment, author: { ...comment.author, name } };
  });
}

async function nameOf(session: Session, urn: string): Promise<string | undefined> {
  const [, kind, id] = /^urn:li:(person|organization):([\w-]+)$/.exec(urn) ?? [];
  try {
    if (kind === 'person') {
      const request = { method: 'GET', path: `/rest/people/(id:${id})` } as const;
      const { localizedFirstName, localizedLastName } = (await callLinkedIn(session, 'read', request, Person)).value;
      return [localizedFirstName, localizedLastName].filter(Boolean).join(' ');
    }
    if (kind === 'organization') {
      const request = { method: 'GET', path: `/rest/organizations/${id}` } as const;
      return (await callLinkedIn(session, 'read', request, Organization)).value.localizedName;
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
  return undefined;
}
