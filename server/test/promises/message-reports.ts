import { expect } from 'vitest';
import { arrived, messagesOf, send, written } from './message-steps.ts';
import type { Scene, Stage } from './stage.ts';

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

/** The visitor's side of each report; gives what to look for, or undefined where people cannot do it. */
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

/** What becomes of messages reaches us where that is promised, and is not promised where it cannot. */
export const reports: Scene = async (stage) => {
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
};
