import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsAccount, asAccount, type Json, TestSimulator } from '../testing.ts';

const simulator = new TestSimulator();
let acme: AsAccount;
let other: AsAccount;
beforeAll(async () => {
  await simulator.start();
  await simulator.settings({ rate_limits: false });
  acme = await asAccount(simulator, 'acme');
  other = await asAccount(simulator, 'other');
});
afterAll(() => simulator.close());

const write = (text: string, username = 'jane') =>
  simulator.visitor({ platform: 'twitter', account: acme.id, action: 'message', text, username }) as Promise<Json>;
const texts = ({ body }: { body: Json }): string[] => (body.data ?? []).map(({ text }: Json) => text);

test('a visitor’s message is read and answered', async () => {
  const got = await write('Hello?');
  const fields = 'id,text,event_type,created_at,dm_conversation_id,sender_id,participant_ids';
  const inbox = await acme.get('/2/dm_events', {
    'dm_event.fields': fields,
    expansions: 'sender_id',
    event_types: 'MessageCreate',
  });
  expect(inbox.body).toMatchObject({
    data: [
      {
        id: got.platform_id,
        event_type: 'MessageCreate',
        sender_id: got.user_id,
        dm_conversation_id: got.dm_conversation_id,
      },
    ],
    includes: { users: [{ id: got.user_id, username: 'jane' }] },
    meta: { result_count: 1 },
  });
  const sent = await acme.post(`/2/dm_conversations/with/${got.user_id}/messages`, { text: 'Yes?' });
  expect(sent).toMatchObject({ status: 201, body: { data: { dm_conversation_id: got.dm_conversation_id } } });
  const { dm_event_id } = sent.body.data;
  expect((await simulator.ledger(`account=${acme.id}`)).slice(-1)).toMatchObject([
    { kind: 'message', operation: 'send_message', platform_id: dm_event_id, text: 'Yes?' },
  ]);
  expect(texts(await acme.get(`/2/dm_conversations/with/${got.user_id}/dm_events`))).toEqual(['Yes?', 'Hello?']);
  expect(texts(await acme.get(`/2/dm_conversations/${got.dm_conversation_id}/dm_events`))).toEqual(['Yes?', 'Hello?']);
});

test('the conversation bears both ids, the smaller first, and is closed to others', async () => {
  const { body } = await acme.post(`/2/dm_conversations/with/${other.id}/messages`, { text: 'Between us' });
  expect(body.data.dm_conversation_id).toBe([acme.id, other.id].sort().join('-'));
  expect(texts(await other.get('/2/dm_events'))).toEqual(['Between us']);
  const third = await asAccount(simulator);
  const path = `/2/dm_conversations/${body.data.dm_conversation_id}`;
  expect(texts(await third.get(`${path}/dm_events`))).toEqual([]);
});

test('pictures go along', async () => {
  const data = new FormData();
  data.set('media', await acme.sample('sample.png'));
  data.set('media_category', 'dm_image');
  const media_id = (await acme.post('/2/media/upload', data)).body.data.id;
  const message = { text: 'Look', attachments: [{ media_id }] };
  const sent = await acme.post(`/2/dm_conversations/with/${other.id}/messages`, message);
  const { dm_conversation_id } = sent.body.data;
  const query = { 'dm_event.fields': 'attachments', expansions: 'attachments.media_keys' };
  const seen = await other.get(`/2/dm_conversations/${dm_conversation_id}/dm_events`, query);
  expect(texts(seen)).toEqual(['Look', 'Between us']);
  expect(seen.body.includes.media).toMatchObject([{ media_key: `3_${media_id}` }]);
});

test('pages and limits', async () => {
  const fresh = await asAccount(simulator);
  for (const text of ['1', '2', '3'])
    await simulator.visitor({ platform: 'twitter', account: fresh.id, action: 'message', text });
  const first = await fresh.get('/2/dm_events', { max_results: '2' });
  expect(texts(first)).toEqual(['3', '2']);
  expect(texts(await fresh.get('/2/dm_events', { pagination_token: first.body.meta.next_token }))).toEqual(['1']);
  for (const body of [{}, { text: '' }, { text: 'x', to: 'y' }, { text: 'x', attachments: [{ media_id: '1' }] }])
    expect((await fresh.post(`/2/dm_conversations/with/${acme.id}/messages`, body)).status).toBe(400);
  expect((await fresh.post('/2/dm_conversations/with/12/messages', { text: 'x' })).status).toBe(403);
});
