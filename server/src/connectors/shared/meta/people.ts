import { z } from 'zod';
import type { Person } from '../../../core/messaging/inbox.ts';
import type { Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { callGraph, type GraphApi } from './graph.ts';
import { text } from './wire.ts';

const FIELDS = { messenger: 'name,profile_pic', instagram: 'name,username,profile_pic' } as const;
const profile = z.object({ name: text, username: text, profile_pic: text });

/**
 * The person behind the id of a message. Meta tells only those who have written to the account.
 * https://developers.facebook.com/docs/messenger-platform/identity/user-profile
 */
export async function readPerson(
  session: Session,
  api: GraphApi,
  platform: keyof typeof FIELDS,
  id: string,
): Promise<Person> {
  const query = { fields: FIELDS[platform] };
  const found = await callGraph(session, api, { method: 'GET', path: [id], query, response: profile });
  const { name, username, profile_pic: avatarUrl } = found;
  return compact({ id, name: name || undefined, username: username || undefined, avatarUrl: avatarUrl || undefined });
}
