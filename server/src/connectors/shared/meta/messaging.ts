import { z } from 'zod';
import type { InboundItem, InboundNotice } from '../../../core/inbound/callbacks.ts';
import type { MessageAttachment, PlatformMessage } from '../../../core/messaging/messages.ts';
import type { SessionAccount } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { isObject } from '../../../lib/json/is-object.ts';
import { eachValid, lenient } from '../call-platform.ts';
import { type HubChange, hubEntries, noticeKey } from './webhook.ts';
import { graphId, graphTime, parseGraphTime, text } from './wire.ts';

// Private messages in callbacks of Messenger and of Instagram:
// https://developers.facebook.com/docs/messenger-platform/reference/webhook-events

const referral = lenient(z.record(z.string(), z.unknown()));
const attachment = z.object({ type: text, payload: lenient(z.object({ url: text })), url: text });

const message = z.object({
  mid: graphId,
  text,
  is_echo: lenient(z.boolean()),
  is_self: lenient(z.boolean()),
  is_deleted: lenient(z.boolean()),
  attachments: lenient(eachValid(attachment)),
  quick_reply: lenient(z.object({ payload: z.string() })),
  reply_to: lenient(z.object({ mid: lenient(graphId), story: lenient(z.object({ url: text })) })),
  referral,
});

/** Every line of `messaging` has these fields. */
const addressed = z.object({
  sender: z.object({ id: graphId }),
  recipient: z.object({ id: graphId }),
  timestamp: graphTime,
});

/** One line of `messaging`. Each kind has a field of its own. */
const messaging = addressed.extend({
  message: lenient(message),
  message_edit: lenient(z.object({ mid: graphId, text: z.string() })),
  reaction: lenient(z.object({ mid: graphId, action: text, emoji: text, reaction: text })),
  postback: lenient(z.object({ mid: lenient(graphId), title: text, payload: text, referral })),
  referral,
  delivery: lenient(z.object({ mids: lenient(eachValid(graphId)), watermark: z.unknown().optional() })),
  read: lenient(z.object({ watermark: z.unknown().optional() })),
});
type Messaging = z.output<typeof messaging>;

/** The field in which a stored notice holds a line of `messaging`. */
const stored = z.object({ messaging: z.unknown() });

/**
 * The notices of a callback about `object`: those of its changes, by `toNotice`, and one for each line of `messaging`. Meta's
 * test button sends lines as changes.
 */
export function hubNotices(
  body: unknown,
  object: string,
  toNotice: (change: HubChange) => readonly InboundNotice[],
): InboundNotice[] {
  return hubEntries(body, object).flatMap(({ accountId, changes, lines }) => [
    ...lines.map((line) => lineNotice(accountId, line)),
    ...changes.flatMap((change) =>
      isMessaging(change.value) ? [lineNotice(accountId, change.value)] : toNotice(change),
    ),
  ]);
}

function lineNotice(accountId: string, line: unknown): InboundNotice {
  return {
    key: noticeKey('messaging', accountId, line),
    platformAccountId: accountId,
    payload: { messaging: line },
  };
}

/** Whether a change of a callback is a line of `messaging`. Its other fields may have any form. */
function isMessaging(value: unknown): boolean {
  return isObject(value) && isObject(value.sender) && isObject(value.recipient) && addressed.safeParse(value).success;
}

/** The items of a stored line; undefined for any other notice. Kinds that we do not know give none. */
export function messagingItems(
  payload: unknown,
  account: SessionAccount,
  isOwn: (id: string, account: SessionAccount) => boolean,
): InboundItem[] | undefined {
  const held = stored.safeParse(payload).data;
  if (held === undefined || held.messaging === undefined) return undefined;
  const line = messaging.safeParse(held.messaging).data;
  if (line === undefined) return [];
  const isMine = line.message?.is_echo === true || isOwn(line.sender.id, account);
  const personId = isMine ? line.recipient.id : line.sender.id;
  return [...messagesOf(line, held.messaging, isMine, personId), ...changesOf(line, personId, isMine)];
}

function messagesOf(line: Messaging, raw: unknown, isOwn: boolean, personId: string): InboundItem[] {
  const { message: said, postback, referral: alone, timestamp: createdAt } = line;
  const shared = { conversationId: personId, participant: { id: personId }, isOwn, attachments: [], createdAt, raw };
  const of = (item: Pick<PlatformMessage, 'platformId'> & Partial<PlatformMessage>): InboundItem[] => [
    { kind: 'message', message: { ...shared, ...item } },
  ];
  // A message that was unsent comes again with its id only. A note to oneself has no other side.
  if (said !== undefined && said.is_deleted !== true && said.is_self !== true) {
    const attachments = (said.attachments ?? []).map(({ value }) => toAttachment(value));
    const story = said.reply_to?.story;
    if (story !== undefined) attachments.push(compact({ type: 'story_reply' as const, url: story.url }));
    const replyToId = said.reply_to?.mid;
    const { mid: platformId, text: words, quick_reply: quickReply, referral: source } = said;
    return of(compact({ platformId, text: words, attachments, replyToId, quickReply, referral: source }));
  }
  // Without an id, the sender and the time tell one press from another.
  const id = `${personId}:${createdAt.getTime()}`;
  if (postback !== undefined) {
    const { mid = `postback:${id}`, title = '', payload = '', referral } = postback;
    return of(compact({ platformId: mid, text: title, postback: { title, payload }, referral }));
  }
  if (alone !== undefined) return of({ platformId: `referral:${id}`, referral: alone, isReferral: true });
  return [];
}

function changesOf(line: Messaging, personId: string, isOwn: boolean): InboundItem[] {
  const { message: said, message_edit: edit, reaction, delivery, read, timestamp: at, sender } = line;
  if (said?.is_deleted === true)
    return [{ kind: 'message_change', change: { platformId: said.mid, at, change: 'removed' } }];
  if (edit !== undefined) {
    const { mid: platformId, text: edited } = edit;
    return [{ kind: 'message_change', change: { platformId, at, personId, change: 'edited', text: edited } }];
  }
  if (reaction !== undefined) {
    const emoji = reaction.action === 'unreact' ? null : (reaction.emoji ?? reaction.reaction ?? null);
    const change = { platformId: reaction.mid, at, change: 'reaction', personId: sender.id, emoji } as const;
    return [{ kind: 'message_change', change }];
  }
  const receipt = delivery ?? read;
  // The account's own reading of a message is none of a recipient.
  if (receipt === undefined || isOwn) return [];
  const status = delivery === undefined ? 'read' : 'delivered';
  const upTo = parseGraphTime(receipt.watermark);
  const of = (what: { platformId: string } | { participantId: string }, time: Date): InboundItem => ({
    kind: 'message_status',
    status: { ...what, status, at: time, raw: { [status]: receipt } },
  });
  // Instagram names the last message that was read, without a watermark; all before it were read, too.
  const mids = upTo === undefined ? delivery?.mids : undefined;
  return mids?.map(({ value }) => of({ platformId: value }, at)) ?? [of({ participantId: personId }, upTo ?? at)];
}

const TYPES: Readonly<Record<string, MessageAttachment['type']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'file',
  sticker: 'sticker',
  like_heart: 'sticker',
  story_mention: 'story_mention',
  location: 'location',
  share: 'share',
  fallback: 'share',
  post: 'share',
  ig_post: 'share',
  reel: 'share',
  ig_reel: 'share',
  ig_story: 'share',
};

function toAttachment({ type = '', payload, url }: z.output<typeof attachment>): MessageAttachment {
  return {
    type: (Object.hasOwn(TYPES, type) ? TYPES[type] : undefined) ?? 'other',
    ...compact({ url: payload?.url ?? url }),
  };
}
