import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import type { BlindEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaFile, MultipartPart, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { withFile, withFiles } from '../shared/media-file.ts';
import { callTelegram } from './client.ts';
import { FILE_BYTES_MAX, PHOTO_BYTES_MAX } from './limits.ts';
import { permalinkOf, toPostId } from './map.ts';
import { optionsOf } from './options.ts';
import { SentMessage, SentMessages } from './wire.ts';

/** The method and field for a file. A GIF is sent as an animation, which must stand alone. */
const Kind = z.enum(['photo', 'animation', 'video']);
type Kind = z.output<typeof Kind>;
const PreparedMedia = z.object({ kinds: z.array(Kind) });

const methods = { photo: 'sendPhoto', animation: 'sendAnimation', video: 'sendVideo' } as const;

/**
 * Class D: Telegram takes no key of ours, and a bot can neither read nor list the messages of a channel. Files cannot
 * be uploaded before the message, so they go with the one call that sends it. `prepare` only checks them.
 */
export const publishing: BlindEffect<Content> = {
  class: 'D',

  async prepare(session, content) {
    optionsOf(content);
    const kinds: Kind[] = [];
    for (const item of content.media) kinds.push(await checkedKind(session, item, content.media.length === 1));
    return { kinds };
  },

  async send(session, content, prepared) {
    const { kinds } = PreparedMedia.parse(prepared);
    const messages = await sendAll(session, content, kinds);
    const [first] = messages;
    if (first === undefined) throw new PlatformError('unknown', 'Telegram sent no message.');
    const { platformId: channelId, username } = session.account;
    const permalink = permalinkOf(channelId, first.chat?.username ?? username, first.message_id);
    return { platformId: toPostId(messages), permalink };
  },
};

async function checkedKind(session: Session, item: Media, isAlone: boolean): Promise<Kind> {
  if (item.type !== 'image' && item.type !== 'video') {
    throw new PlatformError('rejected', 'Only images and videos can be published.', { field: 'media' });
  }
  const { size, contentType } = await withFile(session, item, async (file) => file);
  const kind = item.type === 'video' ? 'video' : contentType === 'image/gif' && isAlone ? 'animation' : 'photo';
  const bytesMax = kind === 'photo' ? PHOTO_BYTES_MAX : FILE_BYTES_MAX;
  if (size <= bytesMax) return kind;
  const message = `Telegram takes at most ${bytesMax / 1024 / 1024} MiB for this kind of media.`;
  throw new PlatformError('rejected', message, { field: 'media' });
}

/** https://core.telegram.org/bots/api#sendmessage, #sendphoto, #sendmediagroup */
async function sendAll(session: Session, content: Content, kinds: readonly Kind[]) {
  const { disable_link_preview, parse_mode, poll, ...rest } = optionsOf(content);
  const chat_id = session.account.platformId;
  const markup = compact({ parse_mode });
  if (poll !== undefined) {
    const { options, allows_multiple_answers } = poll;
    const choices = { options: options.map((text) => ({ text })), allows_multiple_answers };
    const question = compact({ question: content.text, question_parse_mode: parse_mode });
    const json = { chat_id, ...question, ...choices, ...rest };
    return [await callTelegram(session, 'effect', 'sendPoll', { json }, SentMessage)];
  }
  const [kind] = kinds;
  if (kind === undefined) {
    const preview = disable_link_preview ? { link_preview_options: { is_disabled: true } } : {};
    const json = { chat_id, text: content.text, ...markup, ...preview, ...rest };
    return [await callTelegram(session, 'effect', 'sendMessage', { json }, SentMessage)];
  }
  const caption = content.text === '' ? {} : { caption: content.text, ...markup };
  return withFiles(session, content.media, (files) => sendFiles(session, files, kinds, { chat_id, ...rest }, caption));
}

/** One file, or an album. */
async function sendFiles(
  session: Session,
  files: readonly MediaFile[],
  kinds: readonly Kind[],
  common: Fields,
  caption: Fields,
) {
  const [kind = 'photo'] = kinds;
  if (files.length === 1) {
    const parts = [...fields({ ...common, ...caption }), ...files.map((file) => part(kind, file))];
    return [await callTelegram(session, 'effect', methods[kind], { multipart: parts }, SentMessage)];
  }
  const album = files.map((_file, index) => ({
    type: kinds[index] ?? 'photo',
    media: `attach://file${index}`,
    // Telegram shows the caption of the first item under the whole album.
    ...(index === 0 && caption),
  }));
  const parts = [
    ...fields({ ...common, media: JSON.stringify(album) }),
    ...files.map((file, index) => part(`file${index}`, file)),
  ];
  return await callTelegram(session, 'effect', 'sendMediaGroup', { multipart: parts }, SentMessages);
}

type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

export function fields(values: Fields): MultipartPart[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  );
}

export function part(name: string, file: MediaFile): MultipartPart {
  return { name, value: file, filename: file.filename, type: file.contentType };
}
