import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleImage, TestInstagram, TestSimulator } from '../testing.ts';

let simulator: TestSimulator;
let instagram: TestInstagram;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
});
beforeEach(async () => {
  instagram = await TestInstagram.make(simulator);
});
afterAll(() => simulator.close());

async function hear(text: string, username = 'jane') {
  const options = { platform: 'instagram', account: instagram.id, action: 'message', text, username };
  return (await simulator.visitor(options)) as { platform_id: string; user_id?: string; conversation_id?: string };
}

const send = (recipient: object, message: object, more = {}) =>
  instagram.postJson('me/messages', { recipient, message, ...more });
const codeOf = ({ body }: { body: { error?: { code: number; error_subcode?: number } } }) => [
  body.error?.code,
  body.error?.error_subcode,
];

describe('conversations', () => {
  test('newest first, with participants and messages', async () => {
    const jane = await hear('hello');
    const kim = await hear('hey', 'kim');
    await send({ id: jane.user_id }, { text: 'Hello Jane' });
    const fields = 'id,updated_time,participants,messages.limit(5){id,created_time,from,to,message,attachments}';
    const { body } = await instagram.get('me/conversations', { platform: 'instagram', fields });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([jane.conversation_id, kim.conversation_id]);
    const own = { username: instagram.account.username, id: instagram.id };
    const person = { username: 'jane', id: jane.user_id };
    expect(body.data[0]).toMatchObject({
      id: expect.stringMatching(/^aWdfZAG/),
      updated_time: expect.stringMatching(/\+0000$/),
      participants: { data: [own, person] },
      messages: {
        data: [
          { message: 'Hello Jane', from: own, to: { data: [person] } },
          { id: jane.platform_id, message: 'hello', from: person, to: { data: [own] } },
        ],
      },
    });
    const only = await instagram.get(`${instagram.id}/conversations`, { user_id: kim.user_id ?? '' });
    expect(only.body.data).toEqual([{ id: kim.conversation_id, updated_time: expect.any(String) }]);
  });

  test('one conversation, its messages by page, one message', async () => {
    const { conversation_id = '', platform_id } = await hear('one');
    await hear('two');
    await hear('three');
    const { body } = await instagram.get(`${conversation_id}/messages`, { fields: 'message', limit: 2 });
    expect(body.data.map(({ message }: { message: string }) => message)).toEqual(['three', 'two']);
    expect((await instagram.follow(body.paging.next)).body.data).toEqual([{ id: platform_id, message: 'one' }]);
    expect((await instagram.get(conversation_id, { fields: 'messages' })).body.messages.data).toHaveLength(3);
    const message = await instagram.get(platform_id, { fields: 'id,message,from,is_unsupported' });
    expect(message.body).toMatchObject({ message: 'one', from: { username: 'jane' }, is_unsupported: false });
  });

  test('only the newest 20 messages can be read in detail', async () => {
    const first = await hear('0');
    for (let number = 1; number <= 20; number += 1) await hear(String(number));
    expect((await instagram.get(first.platform_id)).body.error.code).toBe(9_000_001);
  });

  test('the list is limited to two calls a second', async () => {
    const calls = await Promise.all([1, 2, 3].map(() => instagram.get('me/conversations')));
    const rejected = calls.filter(({ status }) => status === 429);
    expect(rejected.map(codeOf)).toEqual([[613, 2534040]]);
    await simulator.settings({ rate_limits: false });
    expect((await instagram.get('me/conversations')).status).toBe(200);
    await simulator.settings({ rate_limits: true });
  });
});

describe('sending', () => {
  test('text, as JSON or as a form', async () => {
    const { user_id = '' } = await hear('hello');
    const sent = await send({ id: user_id }, { text: 'Hi' });
    expect(sent.body).toEqual({ recipient_id: user_id, message_id: expect.stringMatching(/^aWdfZAG1/) });
    const form = await instagram.post(`${instagram.id}/messages`, {
      recipient: JSON.stringify({ id: user_id }),
      message: JSON.stringify({ text: 'Form' }),
    });
    expect(form.status).toBe(200);
    expect(
      (await simulator.ledger(`account=${instagram.id}`)).map(({ kind, operation, text }) => [kind, operation, text]),
    ).toEqual([
      ['message', 'send_message', 'Hi'],
      ['message', 'send_message', 'Form'],
    ]);
  });

  test('attachments', async () => {
    const { user_id = '' } = await hear('hello');
    const attachment = (type: string, payload?: object) => send({ id: user_id }, { attachment: { type, payload } });
    const image = await attachment('image', { url: sampleImage });
    const { body } = await instagram.get(image.body.message_id, { fields: 'attachments' });
    expect(body.attachments.data[0].image_data.url).toBe(sampleImage);
    expect((await attachment('like_heart')).status).toBe(200);
    expect((await attachment('MEDIA_SHARE', { id: await instagram.publish() })).status).toBe(200);
    const album = { attachments: [1, 2].map(() => ({ type: 'image', payload: { url: sampleImage } })) };
    expect((await send({ id: user_id }, album)).status).toBe(200);
    const missing = await attachment('image', { url: 'https://simulator.test/files/none.jpg' });
    expect(codeOf(missing)).toEqual([100, 2018008]);
    expect(codeOf(await attachment('hologram', {}))).toEqual([100, 2534015]);
  });

  test('rejections', async () => {
    const { user_id = '' } = await hear('hello');
    const person = { id: user_id };
    expect(codeOf(await send(person, { text: 'ä'.repeat(501) }))).toEqual([100, undefined]);
    expect((await send(person, { text: 'ä'.repeat(500) })).status).toBe(200);
    const both = { text: 'x', attachment: { type: 'image', payload: { url: sampleImage } } };
    expect(codeOf(await send(person, both))).toEqual([100, 2534015]);
    expect(codeOf(await send(person, {}))).toEqual([100, 2534015]);
    expect(codeOf(await send({ id: '800000000000000' }, { text: 'x' }))).toEqual([100, 2534014]);
    expect(codeOf(await instagram.postJson('me/messages', { message: { text: 'x' } }))).toEqual([100, undefined]);
    expect(codeOf(await instagram.postJson('me/messages', { recipient: person }))).toEqual([100, undefined]);
  });

  test('24 hours from the last message, seven days with the human agent tag', async () => {
    const { user_id = '' } = await hear('hello');
    const tag = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
    await simulator.advance(86_390);
    expect((await send({ id: user_id }, { text: 'Just in time' })).status).toBe(200);
    await simulator.advance(20);
    const late = await send({ id: user_id }, { text: 'Too late' });
    expect(late.status).toBe(403);
    expect(late.body.error).toMatchObject({
      message: '(#10) This message is sent outside of allowed window.',
      code: 10,
      error_subcode: 2534022,
    });
    expect((await send({ id: user_id }, { text: 'A person' }, tag)).status).toBe(200);
    await simulator.advance(6 * 86_400);
    expect(codeOf(await send({ id: user_id }, { text: 'x' }, tag))).toEqual([10, 2534022]);
    await hear('again');
    expect((await send({ id: user_id }, { text: 'Welcome back' })).status).toBe(200);
  });

  test('typing, seen, reaction', async () => {
    const { user_id = '', platform_id } = await hear('hello');
    const act = (sender_action: string, payload?: object) =>
      instagram.postJson('me/messages', { recipient: { id: user_id }, sender_action, payload });
    expect((await act('typing_on')).body).toEqual({ recipient_id: user_id });
    expect((await act('react', { message_id: platform_id, reaction: 'love' })).status).toBe(200);
    const { body } = await instagram.get(platform_id, { fields: 'reactions' });
    expect(body.reactions.data[0].reaction).toBe('love');
    await act('unreact', { message_id: platform_id });
    expect((await instagram.get(platform_id, { fields: 'reactions' })).body).toEqual({ id: platform_id });
    expect(codeOf(await act('dance'))).toEqual([100, undefined]);
  });

  test('the profile of a person who has written, not of one who only commented', async () => {
    const { user_id = '' } = await hear('hello', 'jane.doe');
    const { body } = await instagram.get(user_id, { fields: 'name,username,profile_pic,is_verified_user' });
    expect(body).toMatchObject({ name: 'Jane Doe', username: 'jane.doe', is_verified_user: false, id: user_id });
    await instagram.publish();
    const comment = await instagram.comment('Hi', { username: 'kim' });
    const { from } = (await instagram.get(comment.platform_id, { fields: 'from' })).body;
    const rejected = await instagram.get(from.id);
    expect([rejected.status, rejected.body.error.code]).toEqual([403, 230]);
  });
});

describe('private replies', () => {
  test('once for a comment; afterwards the person has to write', async () => {
    await instagram.publish();
    const { platform_id } = await instagram.comment('Price?');
    const { from } = (await instagram.get(platform_id, { fields: 'from' })).body;
    const first = await send({ comment_id: platform_id }, { text: 'Twelve' });
    expect(first.body).toEqual({ recipient_id: from.id, message_id: expect.any(String) });
    expect((await simulator.ledger(`account=${instagram.id}&kind=message`)).at(-1)).toMatchObject({
      in_reply_to: platform_id,
      text: 'Twelve',
    });
    expect(codeOf(await send({ comment_id: platform_id }, { text: 'Again' }))).toEqual([100, 2534025]);
    expect(codeOf(await send({ id: from.id }, { text: 'More' }))).toEqual([10, 2534022]);
    await hear('Thanks');
    expect((await send({ id: from.id }, { text: 'More' })).status).toBe(200);
    const { body } = await instagram.get('me/conversations', { fields: 'messages{message}' });
    expect(body.data[0].messages.data.map(({ message }: { message: string }) => message)).toEqual([
      'More',
      'Thanks',
      'Twelve',
    ]);
  });

  test('within seven days, not to oneself, not to nobody', async () => {
    const post = await instagram.publish();
    const { platform_id } = await instagram.comment('Old');
    const own = await instagram.post(`${post}/comments`, { message: 'Own' });
    await simulator.advance(7 * 86_400 + 1);
    for (const comment_id of [platform_id, own.body.id, '17800000000000000'])
      expect(codeOf(await send({ comment_id }, { text: 'x' }))).toEqual([100, 2534025]);
  });
});
