import type { BlindEffect } from '../../core/effect.ts';
import type { MessageInput, Messages } from '../../core/messaging/messages.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { withFile } from '../shared/media-file.ts';
import { callTelegram } from './client.ts';
import { FILE_BYTES_MAX, PHOTO_BYTES_MAX } from './limits.ts';
import { messageIdIn, toMessageId } from './map.ts';
import { fields, part } from './publish.ts';
import { SentMessage } from './wire.ts';

const TEXT_LENGTH_MAX = 4096;

/**
 * Class D like a post: a bot can read nothing back. It can write only to people who wrote to it first.
 * https://core.telegram.org/bots/api#sendmessage, #sendphoto, #senddocument
 */
const send: BlindEffect<MessageInput> = {
  class: 'D',

  async prepare(session, { attachment }) {
    if (attachment === undefined) return {};
    const { size } = await withFile(session, attachment, async (file) => file);
    const bytesMax = attachment.type === 'image' ? PHOTO_BYTES_MAX : FILE_BYTES_MAX;
    if (size <= bytesMax) return {};
    const message = `Telegram takes at most ${bytesMax / 1024 / 1024} MiB for this kind of file.`;
    throw new PlatformError('rejected', message, { field: 'attachment' });
  },

  async send(session, input) {
    const chat_id = checkedChat(input.participantId);
    const { message_id } = await deliver(session, chat_id, input);
    return { platformId: toMessageId(chat_id, message_id) };
  },
};

async function deliver(session: Session, chat_id: string, { text = '', attachment, replyToId }: MessageInput) {
  const parent = replyToId === undefined ? undefined : messageIdIn(chat_id, replyToId);
  const reply = parent === undefined ? undefined : { message_id: parent, allow_sending_without_reply: true };
  if (attachment === undefined) {
    const json = compact({ chat_id, text, reply_parameters: reply });
    return await callTelegram(session, 'effect', 'sendMessage', { json }, SentMessage);
  }
  const [method, kind] = attachment.type === 'image' ? ['sendPhoto', 'photo'] : ['sendDocument', 'document'];
  const values = {
    chat_id,
    caption: text === '' ? undefined : text,
    reply_parameters: reply && JSON.stringify(reply),
  };
  return withFile(session, attachment, (file) => {
    const multipart = [...fields(values), part(kind, file)];
    return callTelegram(session, 'effect', method, { multipart }, SentMessage);
  });
}

/** Private messages arrive by polling; a bot has no history. Images are sent as photos, anything else as documents. */
export const messages: Messages = {
  send,
  limits: { textLengthMax: TEXT_LENGTH_MAX, attachments: ['image', 'video', 'audio', 'file'], takesReplyTo: true },
  reports: ['reaction', 'edit'],
};

/** People have positive ids. Others are rejected, so that a private message never appears in a group or channel. */
function checkedChat(id: string): string {
  if (/^[1-9]\d{0,19}$/.test(id)) return id;
  throw new PlatformError('not_found', 'Telegram has nobody with this id.');
}
