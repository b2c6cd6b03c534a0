import { expect } from 'vitest';
import type { Body } from '../harness.ts';
import { image, pagesOf } from '../steps.ts';
import type { Ability, Scene, Stage } from './stage.ts';

const path = '/v1/inbox/conversations';

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
/** What people can do on a platform although nothing of it can reach us. */
const NOT_TOLD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  telegram: {
    removal: 'Bots never hear that a message was removed.',
    postback: 'We send no buttons there.',
    referral: 'It comes as a message with its referral.',
  },
  whatsapp: { referral: 'It comes as a message with its referral.' },
  mastodon: {
    edit: 'Servers notify nobody of edits of private statuses.',
    removal: 'Servers notify nobody of removed statuses.',
  },
  twitter: { read: 'Only the Account Activity API tells it, which is no part of the self-serve plans.' },
};

const messagesOf = (stage: Stage, conversation: Body): Promise<Body[]> =>
  pagesOf(stage.api, `${path}/${conversation.id}/messages?limit=100`);
const send = (stage: Stage, conversation: Body, body: Body) =>
  stage.api.post(`${path}/${conversation.id}/messages`, body);

/** The messages of the account with this platform id, in all its conversations. */
async function find(stage: Stage, platformId: string): Promise<{ conversation: Body; message: Body } | undefined> {
  const { body } = await stage.api.get(`${path}?account_id=${stage.accountId}`);
  const found: { conversation: Body; message: Body }[] = [];
  for (const conversation of body.data)
    for (const message of await messagesOf(stage, conversation))
      if (message.platform_id === platformId) found.push({ conversation, message });
  expect(found.length).toBeLessThan(2);
  return found[0];
}

async function written(stage: Stage, fields: Body = {}): Promise<{ conversation: Body; message: Body }> {
  const { platform_id: id } = await stage.does('message', { text: stage.text('Good day'), ...fields });
  return arrived(stage, id);
}

const arrived = (stage: Stage, id: string) => stage.arrives(() => find(stage, id), 'the message');

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
async function sends(stage: Stage, conversation: Body, wish: Body): Promise<{ message: Body; entry: Body }> {
  const { body, entry } = await stage.happensOnce(1, () => send(stage, conversation, wish));
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
    const wish = { attachments: [{ ...image, source, type }] };
    if (attachments.includes(type)) {
      const sent = await sends(stage, conversation, wish);
      expect(sent.entry.media, type).toHaveLength(1);
    } else if (attachments.length === 0) await stage.isNotSupported(() => send(stage, conversation, wish));
    else expect(await send(stage, conversation, wish)).toMatchObject({ status: 400 });
  }
  const pressable = [
    { text: stage.text('Which?'), quick_replies: [{ title: 'Red', payload: 'RED' }, { title: 'Blue' }] },
    { text: stage.text('More'), buttons: [{ type: 'postback', title: 'Go', payload: 'GO' }] },
    { cards: [{ title: 'One', buttons: [{ type: 'url', title: 'Look', url: 'https://example.com/' }] }] },
  ];
  for (const wish of pressable)
    if (interactive) await sends(stage, conversation, wish);
    else await stage.isNotSupported(() => send(stage, conversation, wish));
  const answer = { text: stage.text('To that one'), reply_to_message_id: message.id };
  if (isReplyTo) await sends(stage, conversation, answer);
  else await stage.isNotSupported(() => send(stage, conversation, answer));
  for (const message_tag of tags) await sends(stage, conversation, { text: stage.text('With a tag'), message_tag });
}

/** The stranger's side of each report; gives what to look for, or undefined where people cannot do it. */
const REPORTS: Readonly<Record<string, (stage: Stage) => Promise<(() => Promise<unknown>) | undefined>>> = {
  delivered: receipt('deliver', 'delivered'),
  read: receipt('read', 'read'),

  async failed(stage) {
    if (stage.platform !== 'whatsapp') return undefined;
    // The window is closed on the platform, which tells it after it took the message.
    const long = new Date(Date.now() - 30 * 3600_000).toISOString();
    const { conversation } = await written(stage, { username: 'late', at: long });
    await stage.sql('update conversations set last_incoming_at = now() where id = $1', [conversation.id]);
    const { body } = await send(stage, conversation, { text: stage.text('Too late') });
    return async () => (await stage.events('dm.status.failed', body.message_id))[0]?.metadata.error;
  },

  async postback(stage) {
    const { conversation } = await written(stage);
    await send(stage, conversation, { text: stage.text('Press') });
    const made = await stage.tries('press', { payload: 'HOURS', text: 'Opening hours' });
    if (made === undefined) return undefined;
    return async () => {
      const told = await stage.events('dm.postback');
      if (told.length === 0) return undefined;
      const { metadata: data } = stage.only(told, 'one dm.postback');
      expect(data).toMatchObject({
        content: { text: 'Opening hours' },
        metadata: { title: 'Opening hours', payload: 'HOURS' },
      });
      const { message } = await arrived(stage, data.platform_id);
      await stage.assertToldOnce('dm.postback', message.id);
      return true;
    };
  },

  async referral(stage) {
    const made = await stage.tries('refer', { payload: 'spring', username: 'visitor' });
    if (made === undefined) return undefined;
    return async () => {
      const told = await stage.events('dm.referral');
      if (told.length === 0) return undefined;
      const { metadata: data } = stage.only(told, 'one dm.referral');
      expect(data).toMatchObject({ content: { text: '' }, metadata: { referral: { ref: 'spring' } } });
      return true;
    };
  },

  async reaction(stage) {
    const { conversation } = await written(stage);
    const { body } = await send(stage, conversation, { text: stage.text('Like it?') });
    const own = async () => (await messagesOf(stage, conversation)).find(({ id }) => id === body.message_id);
    const made = await stage.tries('reaction', { text: '👍', message_id: (await own())?.platform_id });
    if (made === undefined) return undefined;
    return async () => {
      if ((await own())?.reactions[0]?.emoji !== '👍') return undefined;
      await stage.does('reaction', { text: '', message_id: (await own())?.platform_id });
      await stage.arrives(async () => (await own())?.reactions.length === 0, 'the end of the reaction');
      return true;
    };
  },

  async edit(stage) {
    const { conversation, message } = await written(stage);
    const text = stage.text('Better said');
    if ((await stage.tries('edit', { id: message.platform_id, text })) === undefined) return undefined;
    return async () => {
      const now = (await messagesOf(stage, conversation)).find(({ id }) => id === message.id);
      return now?.text.includes(text) && now.edited_at !== undefined;
    };
  },

  async removal(stage) {
    const { conversation, message } = await written(stage);
    if ((await stage.tries('delete', { id: message.platform_id })) === undefined) return undefined;
    return async () => (await messagesOf(stage, conversation)).find(({ id }) => id === message.id)?.is_deleted;
  },
};

function receipt(action: string, status: string) {
  return async (stage: Stage) => {
    const { conversation } = await written(stage);
    const { body } = await send(stage, conversation, { text: stage.text('Have you got it?') });
    if ((await stage.tries(action)) === undefined) return undefined;
    return async () => {
      // One receipt may be about several messages; its event has the id of one of them.
      const told = await stage.events(`dm.status.${status}`);
      const about = told.filter(({ metadata }) => metadata.message_ids.includes(body.message_id));
      if (about.length === 0) return undefined;
      stage.only(about, `one dm.status.${status}`);
      const message = (await messagesOf(stage, conversation)).find(({ id }) => id === body.message_id);
      expect(['delivered', 'read']).toContain(message?.status);
      return true;
    };
  };
}

async function reports(stage: Stage): Promise<void> {
  const promised: string[] = stage.promised.messages.reports;
  for (const name of promised) if (REPORTS[name] === undefined) throw new Error(`no scene for the report ${name}`);
  for (const [name, act] of Object.entries(REPORTS)) {
    const isExcused = NOT_TOLD[stage.platform]?.[name] !== undefined;
    if (isExcused) expect(promised).not.toContain(name);
    const look = isExcused ? undefined : await act(stage);
    expect(look !== undefined, `people can cause ${name}, and it is promised`).toBe(promised.includes(name));
    if (look !== undefined) await stage.arrives(async () => (await look()) as true | undefined, name);
  }
  const referred =
    NOT_TOLD[stage.platform]?.referral === undefined ? undefined : await stage.tries('refer', { payload: 'spring' });
  if (referred === undefined) return;
  const { message } = await arrived(stage, referred.platform_id);
  expect(JSON.stringify(message.metadata.referral)).toContain('spring');
}

const body = { type: 'BODY', text: 'Hello {{1}}, it is on its way.', example: { body_text: [['Jo']] } };

const templates: Ability = {
  kept: async (stage) => {
    const at = `/v1/platforms/whatsapp/accounts/${stage.accountId}`;
    const template = { name: 'on_its_way', language: 'en_US', category: 'UTILITY', components: [body] };
    const made = await stage.api.post(`${at}/templates`, template);
    expect(made.status, made.text).toBe(201);
    await stage.does('decide', { about: made.body.id, text: 'APPROVED' });
    await stage.happensOnce(1, () => stage.api.post(`${at}/send-template`, templateTo));
  },
  absent: (stage) =>
    stage.isNotSupported(() =>
      stage.api.post(`/v1/platforms/whatsapp/accounts/${stage.accountId}/send-template`, templateTo),
    ),
};
const templateTo = {
  to: '16505551234',
  template_name: 'on_its_way',
  language: 'en_US',
  components: [{ type: 'body', parameters: [{ type: 'text', text: 'Jo' }] }],
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
