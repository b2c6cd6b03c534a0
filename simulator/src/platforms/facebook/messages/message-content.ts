import type { Call } from '../../../core/platform.ts';
import type { MessageAttachment } from '../../meta/conversations.ts';
import { invalidParameter, missingParameter } from '../../meta/errors.ts';
import { isObject, objectInput } from '../../meta/input.ts';
import { factsAt } from '../../meta/media-facts.ts';
import type { Facebook } from '../store.ts';

const textMax = 2000;
const templateTextMax = 640;
const quickRepliesMax = 13;
const fileBytesMax = 25 * 1024 * 1024;
const byUrl = ['image', 'audio', 'video', 'file'];

export interface MessageContent {
  readonly text: string | null;
  readonly attachments: readonly MessageAttachment[];
  readonly metadata: string | null;
  readonly attachmentId?: string;
}

/** Checks the `message` of a send call and fetches what it attaches: text or one attachment. */
export async function readMessageContent(facebook: Facebook, call: Call): Promise<MessageContent> {
  const message = objectInput(call, 'message');
  if (!message) throw missingParameter('message');
  const text = typeof message.text === 'string' ? message.text : null;
  const metadata = typeof message.metadata === 'string' ? message.metadata : null;
  checkQuickReplies(message.quick_replies);
  if (message.attachment !== undefined) {
    if (text !== null) throw invalidParameter('A message has either text or an attachment, not both', 2534015);
    const { attachment, attachmentId } = await readAttachment(facebook, call, message.attachment);
    return { text: null, attachments: [attachment], metadata, ...(attachmentId !== undefined && { attachmentId }) };
  }
  if (text === null || text.trim() === '') throw invalidParameter('Param message[text] must be non-empty', 2534015);
  if ([...text].length > textMax)
    throw invalidParameter(`Length of param message[text] must be less than or equal to ${textMax}`);
  return { text, attachments: [], metadata };
}

async function readAttachment(
  facebook: Facebook,
  call: Call,
  value: unknown,
): Promise<{ attachment: MessageAttachment; attachmentId?: string }> {
  const { type, payload } = isObject(value) ? value : {};
  if (typeof type !== 'string' || !isObject(payload))
    throw invalidParameter('Param message[attachment] must have a type and a payload', 2534015);
  if (type === 'template') {
    checkTemplate(payload);
    return { attachment: { type, url: null } };
  }
  if (!byUrl.includes(type)) throw invalidParameter(`Unknown attachment type ${type}`, 2534015);
  if (payload.attachment_id !== undefined) {
    const kept = facebook.store.attachments.get(String(payload.attachment_id));
    if (kept?.account !== call.account?.platform_id) throw invalidParameter('The attachment was not found', 2018074);
    return { attachment: { type: kept?.type ?? type, url: kept?.url ?? null } };
  }
  const url = String(payload.url ?? '');
  const facts = await factsAt(facebook.world, url);
  if (!facts) throw invalidParameter(`Failed to fetch the file from the url ${url}`, 2018008);
  if ((facts.sizeBytes ?? 0) > fileBytesMax) throw invalidParameter('The attachment is too large', 2018109);
  const isOther = type !== 'file' && facts.contentType != null && !facts.contentType.startsWith(`${type}/`);
  if (isOther) throw invalidParameter('The type of the file does not match the type of the attachment', 2018047);
  const attachment = { type, url };
  if (payload.is_reusable !== true && payload.is_reusable !== 'true') return { attachment };
  return { attachment, attachmentId: call.effect(() => keep(facebook, call, attachment)) };
}

function keep({ world, store }: Facebook, call: Call, attachment: MessageAttachment): string {
  const id = world.ids.digits('18', 16);
  store.attachments.put(id, { ...attachment, account: call.account?.platform_id ?? '' });
  return id;
}

function checkQuickReplies(value: unknown): void {
  if (value === undefined) return;
  if (!Array.isArray(value) || value.length > quickRepliesMax)
    throw invalidParameter(`Param message[quick_replies] must have at most ${quickRepliesMax} elements`);
  const isGood = (item: unknown) =>
    isObject(item) && (item.content_type !== 'text' || (isText(item.title, 20) && isText(item.payload, 1000)));
  if (!value.every(isGood)) throw invalidParameter('Param message[quick_replies] is invalid');
}

function checkTemplate(payload: Readonly<Record<string, unknown>>): void {
  const buttons = (value: unknown) => value === undefined || (Array.isArray(value) && value.length <= 3);
  const isButton =
    payload.template_type === 'button' &&
    isText(payload.text, templateTextMax) &&
    Array.isArray(payload.buttons) &&
    payload.buttons.length > 0 &&
    buttons(payload.buttons);
  const isGeneric =
    payload.template_type === 'generic' &&
    Array.isArray(payload.elements) &&
    payload.elements.length >= 1 &&
    payload.elements.length <= 10 &&
    payload.elements.every((element) => isObject(element) && isText(element.title, 80) && buttons(element.buttons));
  if (!isButton && !isGeneric)
    throw invalidParameter('Param message[attachment][payload] is no valid template', 2534015);
}

function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value !== '' && [...value].length <= max;
}
