import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CallbackReceiver } from '../../meta/test-callbacks.ts';
import type { PlatformSimulator } from '../../meta/test-simulator.ts';
import { responseOf } from '../../meta/testing.ts';
import { codeOf, startSimulator, TestWhatsApp, until } from '../testing.ts';

let simulator: PlatformSimulator;
let whatsapp: TestWhatsApp;
let receiver: CallbackReceiver;

beforeAll(async () => {
  simulator = await startSimulator();
  whatsapp = await TestWhatsApp.make(simulator);
  receiver = await whatsapp.subscribe();
});
afterEach(() => void receiver.received.splice(0));
afterAll(async () => {
  receiver.close();
  await simulator.close();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
async function values(count: number): Promise<any[]> {
  const received = await until(
    async () => receiver.received,
    (all) => all.length >= count,
  );
  return received.map(({ raw }) => JSON.parse(raw).entry[0].changes[0].value);
}

/** The status callbacks of one message of the number. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function statusesOf(id: string, count: number): Promise<any[]> {
  const told = async () =>
    (await values(0))
      .filter(({ statuses }) => statuses?.[0].id === id)
      .map((value) => ({ ...value.statuses[0], value }));
  return until(told, ({ length }) => length >= count);
}

const text = (body: string) => ({ type: 'text', text: { body } });
const sampleImage = 'https://simulator.test/files/sample.jpg';

describe('messages of people', () => {
  test('a text, signed, with both ids of the person', async () => {
    const { user_id, wa_id, platform_id } = await whatsapp.hear('Grüße');
    const [value] = await values(1);
    const [{ raw, headers } = { raw: '', headers: {} }] = receiver.received;
    const { app } = whatsapp.account;
    const signature = createHmac('sha256', app.client_secret).update(raw).digest('hex');
    expect(headers['x-hub-signature-256']).toBe(`sha256=${signature}`);
    expect(raw).toContain('Gr\\u00fc\\u00dfe');
    expect(JSON.parse(raw)).toMatchObject({ object: 'whatsapp_business_account', entry: [{ id: whatsapp.waba }] });
    expect(value).toEqual({
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: whatsapp.account.username, phone_number_id: whatsapp.id },
      contacts: [{ profile: { name: 'Jane' }, wa_id, user_id }],
      messages: [
        {
          from: wa_id,
          from_user_id: user_id,
          id: platform_id,
          timestamp: expect.stringMatching(/^\d{10}$/),
          type: 'text',
          text: { body: 'Grüße' },
        },
      ],
    });
  });

  test.each(['image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts', 'button', 'interactive'])(
    'a message of the type %s',
    async (kind) => {
      await whatsapp.hear('Here', { kind });
      const [{ messages }] = await values(1);
      expect(messages[0]).toMatchObject({ type: kind, [kind]: expect.anything() });
    },
  );

  test('a hidden number has a name and an id, and can be answered by it', async () => {
    const { user_id } = await whatsapp.hear('Secret', { username: '@pablo' });
    const [{ contacts, messages }] = await values(1);
    expect(contacts).toEqual([{ profile: { name: 'Pablo', username: 'pablo' }, user_id }]);
    expect(messages[0]).not.toHaveProperty('from');
    const { body } = await whatsapp.send({ recipient: user_id, ...text('Hello') });
    expect(body.contacts).toEqual([{ input: user_id, user_id }]);
  });
});

describe('messages of the number', () => {
  test('a text: accepted, then sent, delivered and read, with our own word', async () => {
    const { wa_id } = await whatsapp.hear();
    const { status, body } = await whatsapp.send({ to: `+${wa_id}`, ...text('Hi'), biz_opaque_callback_data: 'ref-1' });
    const id = expect.stringMatching(/^wamid\./);
    const contacts = [{ input: `+${wa_id}`, wa_id }];
    expect({ status, body }).toEqual({
      status: 200,
      body: { messaging_product: 'whatsapp', contacts, messages: [{ id }] },
    });
    await whatsapp.visitor('read', '');
    const told = await statusesOf(body.messages[0].id, 3);
    expect(told.map((one) => [one.id, one.status, one.biz_opaque_callback_data])).toEqual(
      ['sent', 'delivered', 'read'].map((word) => [body.messages[0].id, word, 'ref-1']),
    );
  });

  test('files by address and by id, quotes, reactions, buttons and read marks', async () => {
    const { wa_id, platform_id } = await whatsapp.hear();
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', 'image/png');
    form.set('file', new Blob([await (await fetch(`${simulator.url}/files/sample.png`)).arrayBuffer()]), 'a.png');
    const authorization = { authorization: `Bearer ${whatsapp.token}` };
    const upload = { method: 'POST', body: form, headers: authorization };
    const { id } = (await responseOf(fetch(`${whatsapp.base}/${whatsapp.id}/media`, upload))).body;
    const { body: found } = await whatsapp.get(id);
    expect(found).toMatchObject({ id, mime_type: 'image/png', messaging_product: 'whatsapp' });
    const file = await fetch(found.url, { headers: authorization });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await fetch(found.url)).status).toBe(400);

    const reply = (one: number) => ({ type: 'reply', reply: { id: `b${one}`, title: `Button ${one}` } });
    const action = { buttons: [reply(1), reply(2)] };
    for (const body of [
      { type: 'image', image: { id, caption: 'Fresh' } },
      { type: 'image', image: { link: sampleImage } },
      { ...text('A quote'), context: { message_id: platform_id } },
      { type: 'reaction', reaction: { message_id: platform_id, emoji: '👍' } },
      { type: 'interactive', interactive: { type: 'button', body: { text: 'Which?' }, action } },
      { status: 'read', message_id: platform_id, typing_indicator: { type: 'text' } },
    ])
      expect((await whatsapp.send({ to: wa_id, ...body })).status, JSON.stringify(body)).toBe(200);
  });

  test('outside the 24 hours it is accepted and fails later', async () => {
    const { wa_id } = await whatsapp.hear('Hello', { username: 'late' });
    await simulator.advance(25 * 3600);
    const accepted = await whatsapp.send({ to: wa_id, ...text('Too late') });
    expect(accepted.status).toBe(200);
    const [told] = await statusesOf(accepted.body.messages[0].id, 1);
    expect(told).toMatchObject({ status: 'failed', errors: [{ code: 131047 }] });
    expect(told.value.contacts).toBeUndefined();
    const unknown = await whatsapp.send({ to: '16505550000', ...text('Nobody') });
    expect((await statusesOf(unknown.body.messages[0].id, 1))[0].errors[0].code).toBe(131026);
    const kinds = (await simulator.ledger(`account=${whatsapp.id}`)).map(({ kind }) => kind);
    expect(kinds.slice(-2)).toEqual(['failed_message', 'failed_message']);
  });

  test.each([
    ['no number', { ...text('x') }, 131008],
    ['what is no number', { to: '1700000000000000001', ...text('x') }, 131009],
    ['a text that is too long', { to: '16505551234', ...text('x'.repeat(4097)) }, 131009],
    ['a type that there is not', { to: '16505551234', type: 'hologram' }, 131051],
    ['a file that cannot be fetched', { to: '16505551234', type: 'image', image: { link: `${sampleImage}x` } }, 131053],
    [
      'an unknown template',
      { to: '16505551234', type: 'template', template: { name: 'x', language: { code: 'en' } } },
      132001,
    ],
  ])('%s is rejected', async (_name, body, code) => {
    const response = await whatsapp.send(body);
    expect(codeOf(response)).toBe(code);
    expect(response.body.error.error_data).toMatchObject({ messaging_product: 'whatsapp' });
  });

  test('to one person at most 45 at once', async () => {
    const { wa_id } = await whatsapp.hear('Hello', { username: 'flooded' });
    const codes: unknown[] = [];
    for (let number = 0; number < 46; number += 1) codes.push(codeOf(await whatsapp.send({ to: wa_id, ...text('x') })));
    expect(codes.filter((code) => code !== undefined)).toEqual([131056]);
  });

  test('nobody else speaks for the number', async () => {
    const other = await TestWhatsApp.make(simulator);
    expect(codeOf(await whatsapp.with(other.token).send({ to: '16505551234', ...text('x') }))).toBe(100);
    expect(codeOf(await whatsapp.with('nonsense').send({ to: '16505551234', ...text('x') }))).toBe(190);
  });
});
