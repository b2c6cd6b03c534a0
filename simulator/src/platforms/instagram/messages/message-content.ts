import type { Call } from '../../../core/platform.ts';
import type { MessageAttachment } from '../../meta/conversations.ts';
import { invalidParameter, missingParameter } from '../../meta/errors.ts';
import { isObject, objectInput } from '../../meta/input.ts';
import type { Instagram } from '../store.ts';

const textBytesMax = 1000;
const attachmentsMax = 10;
const byUrl = ['image', 'audio', 'video', 'file'];

/** Checks the `message` of a send call and fetches what it attaches. Text and attachments exclude each other. */
export async function readMessageContent(
  instagram: Instagram,
  call: Call,
): Promise<{ text: string | null; attachments: MessageAttachment[] }> {
  const message = objectInput(call, 'message');
  if (!message) throw missingParameter('message');
  const attachments = attachmentsOf(message);
  const text = typeof message.text === 'string' ? message.text : null;
  if (text !== null && attachments.length > 0)
    throw invalidParameter('A message has either text or attachments, not both', 2534015);
  if (attachments.length > 0) {
    const read: MessageAttachment[] = [];
    for (const attachment of attachments) read.push(await readAttachment(instagram, call, attachment));
    return { text: null, attachments: read };
  }
  if (text === null || text.trim() === '') throw invalidParameter('Param message[text] must be non-empty', 2534015);
  if (Buffer.byteLength(text) > textBytesMax)
    throw invalidParameter(`Length of param message[text] must be less than or equal to ${textBytesMax}`);
  return { text, attachments: [] };
}

function attachmentsOf(message: Readonly<Record<string, unknown>>): unknown[] {
  if (message.attachment !== undefined) return [message.attachment];
  if (!Array.isArray(message.attachments)) return [];
  const isAlbum = message.attachments.every((item) => isObject(item) && item.type === 'image');
  if (!isAlbum || message.attachments.length > attachmentsMax)
    throw invalidParameter(`Param message[attachments] takes at most ${attachmentsMax} images`);
  return message.attachments;
}

async function readAttachment({ world, store }: Instagram, call: Call, value: unknown): Promise<MessageAttachment> {
  const { type, payload = {} } = isObject(value) ? value : {};
  if (typeof type !== 'string' || !isObject(payload))
    throw invalidParameter('Param message[attachment] must have a type and a payload', 2534015);
  if (type === 'like_heart' || type === 'template') return { type, url: null };
  if (type === 'MEDIA_SHARE') {
    const media = store.media.get(String(payload.id ?? ''));
    if (media?.account !== call.account?.platform_id)
      throw invalidParameter('The post to share was not found', 2534015);
    return { type, url: media?.url ?? null };
  }
  if (!byUrl.includes(type)) throw invalidParameter(`Unknown attachment type ${type}`, 2534015);
  const url = String(payload.url ?? '');
  const fetched = await world.media.fetch(url);
  if (!fetched.ok) throw invalidParameter(`Failed to fetch the file from the url ${url}`, 2018008);
  return { type, url };
}
