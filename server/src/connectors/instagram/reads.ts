import type { Collaborator, Participant, Reads, Story } from '../../core/account-abilities.ts';
import type { Part } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { collectPages, nextPosition } from '../shared/meta/paging.ts';
import { call } from './client.ts';
import { toParticipant, toStory } from './map.ts';
import { summary } from './summary.ts';
import { collaboratorPage, PERSON_FIELDS, person, STORY_FIELDS, storyPage } from './wire.ts';

const COLLABORATORS_MAX = 100;

export const reads: Reads = { summary, stories, participant, collaborators };

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/stories */
async function stories(session: Session, limit: number, after?: string): Promise<Part<Story>> {
  const path = [session.account.platformId, 'stories'];
  const query = { fields: STORY_FIELDS, limit, after };
  const page = await call(session, { method: 'GET', path, query, response: storyPage });
  const cursor = nextPosition(page)?.after;
  return compact({ items: page.data.map(toStory), cursor });
}

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api/user-profile */
async function participant(session: Session, id: string): Promise<Participant> {
  try {
    return toParticipant(
      id,
      await call(session, { method: 'GET', path: [id], query: { fields: PERSON_FIELDS }, response: person }),
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const [code] = (error.facts.platformCode ?? '').split('/');
    if (code === '230')
      throw new PlatformError('forbidden', error.message, {
        ...error.facts,
        reason: 'consent_missing',
        remedy: 'They must write to the account first; this says nothing about whether they follow it.',
      });
    // An id of any other object has none of these fields.
    if (code === '100') throw new PlatformError('not_found', 'Instagram has no person with this id.', error.facts);
    throw error;
  }
}

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-media/collaborators */
async function collaborators(session: Session, mediaId: string): Promise<Collaborator[]> {
  const path = [mediaId, 'collaborators'];
  const read = (position: Readonly<Record<string, string>>) =>
    call(session, { method: 'GET', path, query: position, response: collaboratorPage });
  const { items } = await collectPages(read, { itemsMax: COLLABORATORS_MAX });
  return items.map(({ id, username, invite_status: status }) => ({ platformId: id, username, status }));
}
