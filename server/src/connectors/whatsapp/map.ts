import { z } from 'zod';
import type { Profile } from '../../core/connector.ts';
import type { BusinessProfile, Template } from '../../core/messaging/business-messaging.ts';
import type { Person } from '../../core/messaging/inbox.ts';
import type {
  MessageAttachment,
  PlatformMessage,
  PlatformMessageChange,
  PlatformMessageStatus,
} from '../../core/messaging/messages.ts';
import { compact } from '../../lib/compact.ts';
import { lenient } from '../shared/call-platform.ts';
import { parseGraphTime, text } from '../shared/meta/wire.ts';
import type { WireContact, WireMessage, WireNumber, WireProfile, WireStatus, WireTemplate } from './wire.ts';

/** An account is a phone number. Its digits are the user name, and its name is the one that WhatsApp has verified. */
export function toProfile(wire: WireNumber, wabaId: string, seen: WireProfile | undefined): Profile {
  const username = wire.display_phone_number.replace(/\D/g, '') || wire.id;
  return {
    platformId: wire.id,
    username,
    name: wire.verified_name || wire.display_phone_number,
    ...compact({ pictureUrl: seen?.profile_picture_url, bio: seen?.about }),
    metadata: {
      phone_number_id: wire.id,
      waba_id: wabaId,
      display_phone_number: wire.display_phone_number,
      ...compact({ quality_rating: wire.quality_rating, messaging_limit_tier: wire.messaging_limit_tier }),
    },
  };
}

export function toBusinessProfile({ profile_picture_url: pictureUrl, ...rest }: WireProfile): BusinessProfile {
  return compact({ ...rest, pictureUrl });
}

export function toTemplate({ id, name, status, category, language, components }: WireTemplate): Template {
  return { id, name, status, category, language, components };
}

/** We know a person by the id that stays when the number is hidden. Callbacks from before 2026 have the number only. */
function toPerson(
  message: Pick<WireMessage, 'from' | 'from_user_id'>,
  contact: WireContact | undefined,
): Person | undefined {
  const number = message.from ?? contact?.wa_id;
  const id = message.from_user_id ?? contact?.user_id ?? number;
  if (id === undefined || !PERSON_ID.test(id)) return undefined;
  const otherIds = otherThan(id, number);
  return compact({ id, otherIds, name: contact?.profile?.name, username: contact?.profile?.username ?? number });
}

/** The other id of a person as a list; undefined when there is none. */
function otherThan(id: string | undefined, other: string | undefined): readonly string[] | undefined {
  return other === undefined || other === id || !PERSON_ID.test(other) ? undefined : [other];
}

/** `16505551234`, or an id within one business such as `US.13491208655302741918`. */
export const PERSON_ID = /^[\w.-]{1,140}$/;
export const PHONE = /^\d{5,15}$/;

const named = lenient(z.object({ body: text, caption: text, text: text, name: text, address: text }));
const answered = lenient(z.object({ id: text, title: text }));
const bodies = z.object({
  text: named,
  image: named,
  video: named,
  document: named,
  button: lenient(z.object({ text, payload: text })),
  location: named,
  order: named,
  system: named,
  interactive: lenient(
    z.object({ button_reply: answered, list_reply: answered, nfm_reply: lenient(z.object({ body: text })) }),
  ),
  contacts: lenient(z.array(z.object({ name: lenient(z.object({ formatted_name: text })) }))),
});

const FILES: Readonly<Record<string, MessageAttachment['type']>> = {
  image: 'image',
  sticker: 'sticker',
  location: 'location',
  contacts: 'contact',
  order: 'other',
  unsupported: 'other',
  video: 'video',
  audio: 'audio',
  document: 'file',
};

/** Not messages of a conversation: reactions and edits change another message, and system notices have no author. */
const NO_MESSAGES = new Set(['reaction', 'system', 'edit', 'revoke']);

/** Undefined for anything but a message, and for a message without a usable sender. */
export function toMessage(
  wire: WireMessage,
  contact: WireContact | undefined,
  raw: unknown,
): PlatformMessage | undefined {
  const participant = toPerson(wire, contact);
  const message = compactMessage(wire, participant, { isOwn: false, text: wordsOf(raw) || undefined, raw });
  return message && compact({ ...message, postback: postbackOf(raw) });
}

/** A message that the business wrote in the phone's own app. */
export function toEcho(wire: WireMessage, contact: WireContact | undefined, raw: unknown): PlatformMessage | undefined {
  const { from: _, from_user_id: __, ...rest } = wire;
  const participant = toPerson({ ...rest, from: wire.to }, contact);
  return compactMessage(wire, participant, { isOwn: true, text: wordsOf(raw) || undefined, raw });
}

function compactMessage(
  wire: WireMessage,
  participant: Person | undefined,
  facts: Pick<PlatformMessage, 'isOwn' | 'raw'> & { readonly text: string | undefined },
): PlatformMessage | undefined {
  const createdAt = parseGraphTime(wire.timestamp);
  if (NO_MESSAGES.has(wire.type) || participant === undefined || createdAt === undefined) return undefined;
  const file = Object.hasOwn(FILES, wire.type) ? FILES[wire.type] : undefined;
  return compact({
    platformId: wire.id,
    conversationId: participant.id,
    participant,
    // Files need the token; their id stays in `raw`.
    attachments: file === undefined ? [] : [{ type: file }],
    createdAt,
    replyToId: wire.context?.id,
    referral: wire.referral,
    ...facts,
  });
}

/** A reaction, an edit or a withdrawal of another message. */
export function toChange(wire: WireMessage, contact: WireContact | undefined): PlatformMessageChange | undefined {
  const at = parseGraphTime(wire.timestamp);
  if (at === undefined) return undefined;
  const { reaction, edit, revoke } = wire;
  const { id: personId, otherIds: otherPersonIds } = toPerson(wire, contact) ?? {};
  if (wire.type === 'reaction' && reaction !== undefined) {
    const emoji = reaction.emoji || null;
    if (personId !== undefined)
      return {
        ...compact({ platformId: reaction.message_id, at, otherPersonIds }),
        change: 'reaction',
        personId,
        emoji,
      };
  }
  if (wire.type === 'edit' && edit !== undefined)
    return {
      ...compact({ platformId: edit.original_message_id, at, personId, otherPersonIds }),
      change: 'edited',
      text: wordsOf(edit.message),
    };
  if (wire.type === 'revoke' && revoke !== undefined)
    return { platformId: revoke.original_message_id, at, change: 'removed' };
  return undefined;
}

/** The pressed button of a template, or the chosen answer of an interactive message. */
function postbackOf(raw: unknown): PlatformMessage['postback'] {
  const { button, interactive } = bodies.safeParse(raw).data ?? {};
  if (button !== undefined) return { title: button.text ?? '', payload: button.payload ?? '' };
  const { id: payload = '', title = '' } = interactive?.button_reply ?? interactive?.list_reply ?? {};
  return payload === '' && title === '' ? undefined : { title, payload };
}

function wordsOf(raw: unknown): string {
  const { data } = bodies.safeParse(raw);
  if (data === undefined) return '';
  const { interactive, location, contacts, image, video, document, system: _, ...plain } = data;
  const said = [
    plain.text?.body,
    image?.caption,
    video?.caption,
    document?.caption,
    plain.button?.text,
    interactive?.button_reply?.title ?? interactive?.list_reply?.title ?? interactive?.nfm_reply?.body,
    plain.order?.text,
    [location?.name, location?.address].filter(Boolean).join(', '),
    contacts?.map(({ name }) => name?.formatted_name).join(', '),
  ];
  return said.filter(Boolean).join('\n');
}

const STATUSES: Readonly<Record<string, PlatformMessageStatus['status']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

export function toStatus(wire: WireStatus, raw: unknown): PlatformMessageStatus | undefined {
  const deliveryStatus = Object.hasOwn(STATUSES, wire.status) ? STATUSES[wire.status] : undefined;
  const at = parseGraphTime(wire.timestamp);
  if (deliveryStatus === undefined || at === undefined) return undefined;
  const [failure] = wire.errors ?? [];
  const error = failure && {
    code: String(failure.value.code),
    message: failure.value.error_data?.details ?? failure.value.message ?? failure.value.title ?? '',
  };
  const participantId = wire.recipient_user_id ?? wire.recipient_id;
  return compact({
    platformId: wire.id,
    participantId,
    otherPersonIds: otherThan(participantId, wire.recipient_id),
    status: deliveryStatus,
    at,
    key: wire.biz_opaque_callback_data,
    error: deliveryStatus === 'failed' ? error : undefined,
    raw,
  });
}
