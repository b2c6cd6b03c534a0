import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { sendCallback } from '../meta/callbacks.ts';
import { messagePayload } from '../meta/conversations.ts';
import { invalidParameter, missingParameter } from '../meta/errors.ts';
import { listInput } from '../meta/input.ts';
import { unixSeconds } from '../meta/time.ts';
import { ownAccount } from './access.ts';
import { type CommentRow, type Instagram, type MessageRow, profileOf } from './store.ts';

/** https://developers.facebook.com/docs/instagram-platform/webhooks */
const subscribable = [
  'comments',
  'live_comments',
  'mentions',
  'messages',
  'messaging_postbacks',
  'messaging_seen',
  'message_reactions',
  'messaging_referral',
  'message_edit',
  'messaging_optins',
  'messaging_handover',
  'standby',
  'story_insights',
] as const;

type Field = (typeof subscribable)[number];

/** `POST /me/subscribed_apps?subscribed_fields=…`: the fields given replace those of before. */
export function subscribe(instagram: Instagram, call: Call): PlatformResponse {
  const account = ownAccount(instagram, call);
  const fields = (listInput(call, 'subscribed_fields') ?? []).map(String).filter(Boolean);
  if (fields.length === 0) throw missingParameter('subscribed_fields');
  const wrong = fields.findIndex((field) => !(subscribable as readonly string[]).includes(field));
  if (wrong !== -1)
    throw invalidParameter(`Param subscribed_fields[${wrong}] must be one of {${subscribable.join(', ')}}`);
  setFields(instagram, call, account.platform_id, fields);
  return json({ success: true });
}

export function readSubscription(instagram: Instagram, call: Call): PlatformResponse {
  const { subscribed_fields } = profileOf(instagram, ownAccount(instagram, call));
  const { name, client_id: id } = instagram.world.app;
  return json({ data: subscribed_fields === null ? [] : [{ name, id, subscribed_fields }] });
}

export function unsubscribe(instagram: Instagram, call: Call): PlatformResponse {
  setFields(instagram, call, ownAccount(instagram, call).platform_id, null);
  return json({ success: true });
}

function setFields({ store }: Instagram, call: Call, account: string, subscribed_fields: string[] | null): void {
  const profile = store.profiles.get(account);
  if (profile) call.effect(() => store.profiles.put(account, { ...profile, subscribed_fields }));
}

function isSubscribed({ store }: Instagram, account: string, field: string): boolean {
  return store.profiles.get(account)?.subscribed_fields?.includes(field) ?? false;
}

/** Own comments come back, too. Call it inside the effect that writes the comment. */
export function sendCommentCallback(instagram: Instagram, comment: CommentRow): void {
  const { id, account, from_id, username, text, media_id, parent_id } = comment;
  const isOwn = from_id === account;
  sendChange(instagram, account, 'comments', {
    id,
    from: { id: from_id, username, ...(!isOwn && { self_ig_scoped_id: from_id }) },
    text,
    media: { id: media_id, media_product_type: instagram.store.media.get(media_id)?.product ?? 'FEED' },
    ...(parent_id !== null && { parent_id }),
  });
}

/** Without `comment_id` it is the caption that names the account. */
export function sendMentionCallback(
  instagram: Instagram,
  account: string,
  mention: { media_id: string; comment_id?: string },
): void {
  sendChange(instagram, account, 'mentions', mention);
}

/** Seconds in `time` for changes, milliseconds for messages. */
function sendChange(instagram: Instagram, account: string, field: Field, value: object): void {
  if (!isSubscribed(instagram, account, field)) return;
  const { world } = instagram;
  const entry = { id: account, time: unixSeconds(world.clock.now()), changes: [{ field, value }] };
  sendCallback(world, { account, object: 'instagram', event: field, entry });
}

/** A message of a visitor, or the echo of one that the account sent. */
export function sendMessageCallback(instagram: Instagram, row: MessageRow): void {
  const isEcho = row.from === row.account;
  sendMessaging(instagram, row.account, 'messages', {
    sender: { id: row.from },
    recipient: { id: row.to },
    timestamp: row.created_at,
    message: { ...messagePayload(row), ...(isEcho && { is_echo: true }) },
  });
}

export function sendMessaging(instagram: Instagram, account: string, field: string, messaging: object): void {
  if (!isSubscribed(instagram, account, field)) return;
  const { world } = instagram;
  const entry = { id: account, time: world.clock.now(), messaging: [messaging] };
  sendCallback(world, { account, object: 'instagram', event: field, entry });
}
