import type { Call } from '../../../core/platform.ts';
import type { MessageAttachment } from '../../meta/conversations.ts';
import { objectInput } from '../../meta/input.ts';
import { factsAt } from '../../meta/media-facts.ts';
import { textIn } from '../checks.ts';
import { badValue, mediaNotFetched, requiredMissing, unsupportedType } from '../errors.ts';
import { checkSort } from '../media.ts';
import type { NumberRow, WhatsApp } from '../store.ts';
import { templateText } from '../templates/template-message.ts';
import { interactiveText } from './interactive.ts';

/** The content of a message. */
export interface MessageContent {
  readonly type: string;
  readonly text: string | null;
  readonly attachments: readonly MessageAttachment[];
  readonly reaction: string | null;
  /** May be sent at any time. */
  readonly isTemplate: boolean;
}

const textMax = 4096;
const captionMax = 1024;
const files = ['image', 'video', 'audio', 'document', 'sticker'];

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages */
export async function readContent(whatsapp: WhatsApp, call: Call, number: NumberRow): Promise<MessageContent> {
  const type = call.input('type') ?? 'text';
  const plain = { type, text: null, attachments: [], reaction: null, isTemplate: false };
  if (files.includes(type)) return { ...plain, ...(await fileOf(whatsapp, call, number, type)) };
  if (type === 'contacts') {
    const list = call.body.contacts;
    if (!Array.isArray(list) || list.length === 0) throw requiredMissing('contacts');
    return { ...plain, text: '[contacts]' };
  }
  if (!['text', 'location', 'reaction', 'interactive', 'template'].includes(type)) throw unsupportedType(type);
  const body = objectInput(call, type);
  if (!body) throw requiredMissing(type);
  switch (type) {
    case 'text':
      return { ...plain, text: textIn(body, 'body', textMax) };
    case 'location':
      if (!Number.isFinite(Number(body.latitude)) || !Number.isFinite(Number(body.longitude)))
        throw requiredMissing('location.latitude');
      return { ...plain, text: `[location] ${body.name ?? ''}`.trim() };
    case 'reaction':
      return { ...plain, ...reactionOf(whatsapp, number, body) };
    case 'interactive':
      return { ...plain, text: interactiveText(body) };
    default:
      return { ...plain, text: templateText(whatsapp, number, body), isTemplate: true };
  }
}

function reactionOf({ store }: WhatsApp, number: NumberRow, body: Readonly<Record<string, unknown>>) {
  const { emoji, message_id: message } = body;
  if (typeof message !== 'string') throw requiredMissing('message_id');
  if (store.messages.get(message)?.account !== number.id) throw badValue('message_id is not a known message.');
  if (typeof emoji !== 'string') throw requiredMissing('emoji');
  return { text: emoji, reaction: emoji };
}

async function fileOf(
  { world, store }: WhatsApp,
  call: Call,
  number: NumberRow,
  type: string,
): Promise<Pick<MessageContent, 'text' | 'attachments'>> {
  const file = objectInput(call, type);
  if (!file) throw requiredMissing(type);
  const hasCaption = ['image', 'video', 'document'].includes(type) && file.caption !== undefined;
  const text = hasCaption ? textIn(file, 'caption', captionMax) : null;
  if (file.id !== undefined) {
    const row = store.media.get(String(file.id));
    if (row?.account !== number.id) throw badValue('The media id is not one of this number.');
    checkSort(type, { mime: row.mime_type, bytes: row.file_size });
    return { text, attachments: [{ type, url: row.url }] };
  }
  if (typeof file.link !== 'string') throw requiredMissing(`${type}.id or ${type}.link`);
  if (!URL.canParse(file.link)) throw badValue(`${type}.link is not an address.`);
  const facts = await factsAt(world, file.link);
  if (!facts) throw mediaNotFetched('Media file could not be downloaded from its address.');
  checkSort(type, { mime: facts.contentType ?? null, bytes: facts.sizeBytes ?? 0 });
  return { text, attachments: [{ type, url: file.link }] };
}
