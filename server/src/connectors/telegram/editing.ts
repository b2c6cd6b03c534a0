import type { Edit } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callTelegram, NO_TEXT, NOT_MODIFIED } from './client.ts';
import { messageIdsOf, permalinkOf } from './map.ts';
import { Changed } from './wire.ts';

/**
 * https://core.telegram.org/bots/api#editmessagetext. A bot cannot read whether a message is a text or has a caption. A
 * rejection shows it, and then nothing has changed. The text of an edit is plain.
 */
export const editing: RepeatableEffect<Edit> = {
  class: 'repeatable',

  async send(session, { platformId, text }) {
    const [messageId] = messageIdsOf(platformId) ?? [];
    if (messageId === undefined) throw new PlatformError('not_found', 'Telegram has no message with this id.');
    const place = { chat_id: session.account.platformId, message_id: messageId };
    try {
      await change(session, 'editMessageText', { ...place, text });
    } catch (error) {
      if (codeOf(error) !== NO_TEXT) throw error;
      await change(session, 'editMessageCaption', { ...place, caption: text });
    }
    return { platformId, permalink: permalinkOf(session.account.platformId, session.account.username, messageId) };
  },
};

/** A message that has the text already counts as changed. */
async function change(session: Session, method: string, json: Record<string, unknown>): Promise<void> {
  try {
    await callTelegram(session, 'effect', method, { json }, Changed);
  } catch (error) {
    if (codeOf(error) !== NOT_MODIFIED) throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof PlatformError ? error.facts.platformCode : undefined;
}
