import { expect, test } from 'vitest';
import { fakeSession } from '../shared/meta/session.fake.ts';
import { messages } from './messages.ts';

/** The newest published description, 2.167; older ones have all of these and more. https://api.x.com/2/openapi.json */
const EVENT_FIELDS = 'attachments created_at dm_conversation_id entities event_type id referenced_tweets text'.split(
  ' ',
);
const EXPANSIONS = 'attachments.media_keys participant_ids referenced_tweets.id sender_id'.split(' ');

test('messages are asked for with fields that every version of the API has', async () => {
  const { session, requests } = fakeSession(() => ({ json: { meta: { result_count: 0 } } }));
  await messages.conversations?.({ ...session, hosts: { api: 'https://x.test' } });
  const words = (name: string) => String(requests[0]?.query?.[name]).split(',');
  expect(EVENT_FIELDS).toEqual(expect.arrayContaining(words('dm_event.fields')));
  expect(EXPANSIONS).toEqual(expect.arrayContaining(words('expansions')));
  expect(words('expansions')).toContain('sender_id');
});
