import { expect } from 'vitest';
import { TEMPLATE, TEMPLATE_MESSAGE } from '../../src/scenes/template.ts';
import type { Body } from '../harness.ts';
import { image } from '../steps.ts';
import { reports } from './message-reports.ts';
import { arrived, messagesOf, path, send, written } from './message-steps.ts';
import type { Ability, Scene, Stage } from './stage.ts';

/** What people send, by the words of platforms, and the attachment that it becomes here. */
const KINDS: Readonly<Record<string, string | undefined>> = {
  image: 'image',
  gif: 'video',
  gifv: 'video',
  video: 'video',
  audio: 'audio',
  file: 'file',
  document: 'file',
  sticker: 'sticker',
  location: 'location',
  contacts: 'contact',
  order: 'other',
  unsupported: 'other',
  story_mention: 'story_mention',
  story_reply: 'story_reply',
  quick_reply: undefined,
};
const FILES: Readonly<Record<string, string>> = {
  image: 'sample.jpg',
  video: 'sample.mp4',
  audio: 'sample.mp3',
  file: 'sample.png',
};
const messages: Scene = async (stage) => {
  const { conversation, message } = await written(stage);
  const { attachments, interactive } = stage.promised.messages;
  expect(conversation).toMatchObject({
    platform: stage.platform,
    status: 'active',
    capabilities: {
      can_send: true,
      can_send_attachments: attachments.length > 0,
      can_send_interactive: interactive,
      can_send_templates: stage.can('templates'),
    },
  });
  expect(conversation.unread_count).toBeGreaterThan(0);
  expect(message).toMatchObject({
    direction: 'incoming',
    is_deleted: false,
    text: expect.stringContaining('Good day'),
  });
  await stage.assertToldOnce('dm.received', message.id);
  const at = `${path}/${conversation.id}`;
  expect((await stage.api.post(`${at}/read`)).body).toMatchObject({ data: { unread_count: 0 } });
  expect((await stage.api.post(`${at}/unread`)).body).toMatchObject({ data: { unread_count: 1 } });
  for (const status of ['archived', 'active'])
    expect((await stage.api.patch(at, { status })).body).toMatchObject({ data: { status } });
  await everyKind(stage);
};

/** Everything that people can send arrives as what it is. */
async function everyKind(stage: Stage): Promise<void> {
  const sent = new Map<string, string>();
  for (const kind of Object.keys(KINDS)) {
    const made = await stage.tries('message', { kind, text: stage.text('See'), payload: 'YES' });
    if (made !== undefined) sent.set(kind, made.platform_id);
  }
  for (const [kind, id] of sent) {
    const { message } = await arrived(stage, id);
    const type = KINDS[kind];
    expect(
      message.attachments.map((one: Body) => one.type),
      kind,
    ).toEqual(type === undefined ? [] : [type]);
    if (kind === 'quick_reply') expect(message.metadata).toEqual({ quick_reply: { payload: 'YES' } });
    await stage.assertToldOnce('dm.received', message.id);
  }
}

/** Sends once, with the events of a sent message; gives the message. */
async function sends(stage: Stage, conversation: Body, options: Body): Promise<{ message: Body; entry: Body }> {
  const { body, entry } = await stage.happensOnce(1, () => send(stage, conversation, options));
  expect(body).toMatchObject({ success: true, message_ids: [body.message_id] });
  const message = (await messagesOf(stage, conversation)).find(({ id }) => id === body.message_id);
  expect(message).toMatchObject({ direction: 'outgoing', platform_id: entry.platform_id });
  for (const type of ['dm.sent', 'dm.status.sent']) await stage.assertToldOnce(type, body.message_id);
  return { message, entry };
}

async function forms(stage: Stage): Promise<void> {
  const { attachments, interactive, reply_to: isReplyTo, tags } = stage.promised.messages;
  const { conversation, message } = await written(stage);
  const text = stage.text('Thank you');
  const { entry } = await sends(stage, conversation, { text });
  expect(entry.text).toContain(text);
  for (const type of Object.keys(FILES)) {
    const source = `https://simulator.test/files/${FILES[type]}`;
    const options = { attachments: [{ ...image, source, type }] };
    if (attachments.includes(type)) {
      const sent = await sends(stage, conversation, options);
      expect(sent.entry.media, type).toHaveLength(1);
    } else if (attachments.length === 0) await stage.isNotSupported(() => send(stage, conversation, options));
    else expect(await send(stage, conversation, options)).toMatchObject({ status: 400 });
  }
  const pressable = [
    { text: stage.text('Which?'), quick_replies: [{ title: 'Red', payload: 'RED' }, { title: 'Blue' }] },
    { text: stage.text('More'), buttons: [{ type: 'postback', title: 'Go', payload: 'GO' }] },
    { cards: [{ title: 'One', buttons: [{ type: 'url', title: 'Look', url: 'https://example.com/' }] }] },
  ];
  for (const options of pressable)
    if (interactive) await sends(stage, conversation, options);
    else await stage.isNotSupported(() => send(stage, conversation, options));
  const response = { text: stage.text('To that one'), reply_to_message_id: message.id };
  if (isReplyTo) await sends(stage, conversation, response);
  else await stage.isNotSupported(() => send(stage, conversation, response));
  for (const message_tag of tags) await sends(stage, conversation, { text: stage.text('With a tag'), message_tag });
}

const templates: Ability = {
  kept: async (stage) => {
    const at = `/v1/platforms/whatsapp/accounts/${stage.accountId}`;
    const made = await stage.api.post(`${at}/templates`, TEMPLATE);
    expect(made.status, made.text).toBe(201);
    await stage.does('decide', { about: made.body.id, text: 'APPROVED' });
    await stage.happensOnce(1, () => stage.api.post(`${at}/send-template`, TEMPLATE_MESSAGE));
  },
  absent: (stage) =>
    stage.isNotSupported(() =>
      stage.api.post(`/v1/platforms/whatsapp/accounts/${stage.accountId}/send-template`, TEMPLATE_MESSAGE),
    ),
};

/** Private messages in both directions. */
export const messageScenes: Readonly<Record<string, Ability>> = {
  messages: {
    kept: async (stage) => {
      for (const scene of [messages, forms, reports]) await scene(stage);
    },
    async absent(stage) {
      expect(await stage.tries('message', { text: 'Hello' }), 'people cannot write in private').toBeUndefined();
    },
  },
  // Part of the forms of a message, with or without the ability.
  quick_replies: {
    kept: async (stage) => expect(stage.promised.messages.interactive).toBe(true),
    absent: async () => {},
  },
  templates,
};
