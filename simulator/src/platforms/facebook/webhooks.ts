import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { sendCallback } from '../meta/callbacks.ts';
import { messagePayload } from '../meta/conversations.ts';
import { invalidParameter, missingParameter, requireScope } from '../meta/errors.ts';
import { listInput } from '../meta/input.ts';
import { graphTime, unixSeconds } from '../meta/time.ts';
import { ownPage } from './access.ts';
import { permalink, statusType } from './post-node.ts';
import { scopes } from './scopes.ts';
import { type CommentRow, type Facebook, type MessageRow, type PersonRow, type PostRow, pageOf } from './store.ts';

/** https://developers.facebook.com/docs/graph-api/webhooks/reference/page */
const subscribable = [
  'feed',
  'mention',
  'ratings',
  'messages',
  'message_echoes',
  'message_deliveries',
  'message_reads',
  'message_reactions',
  'message_edits',
  'message_context',
  'messaging_postbacks',
  'messaging_referrals',
  'messaging_optins',
  'messaging_optouts',
  'messaging_handovers',
  'messaging_policy_enforcement',
  'messaging_feedback',
  'standby',
  'conversations',
  'videos',
  'live_videos',
  'name',
  'picture',
  'product_review',
  'group_feed',
  'inbox_labels',
  'leadgen',
] as const;

type Field = (typeof subscribable)[number];

/** `POST /{page}/subscribed_apps?subscribed_fields=…`: the fields given replace those of before. */
export function subscribe(facebook: Facebook, call: Call): PlatformResponse {
  const { platform_id } = ownPage(facebook, call);
  requireScope(call, scopes.metadata);
  const fields = (listInput(call, 'subscribed_fields') ?? []).map(String).filter(Boolean);
  if (fields.length === 0) throw missingParameter('subscribed_fields');
  const wrong = fields.findIndex((field) => !(subscribable as readonly string[]).includes(field));
  if (wrong !== -1)
    throw invalidParameter(`Param subscribed_fields[${wrong}] must be one of {${subscribable.join(', ')}}`);
  setFields(facebook, call, platform_id, fields);
  return json({ success: true });
}

export function readSubscription(facebook: Facebook, call: Call): PlatformResponse {
  const { subscribed_fields } = pageOf(facebook, ownPage(facebook, call));
  requireScope(call, scopes.metadata);
  const { name, client_id: id } = facebook.world.app;
  const app = { category: 'Business', link: 'https://hubbub.example/', name, id, subscribed_fields };
  return json({ data: subscribed_fields === null ? [] : [app] });
}

export function unsubscribe(facebook: Facebook, call: Call): PlatformResponse {
  const { platform_id } = ownPage(facebook, call);
  requireScope(call, scopes.metadata);
  setFields(facebook, call, platform_id, null);
  return json({ success: true });
}

function setFields({ store }: Facebook, call: Call, page: string, subscribed_fields: string[] | null): void {
  const row = store.pages.get(page);
  if (row) call.effect(() => store.pages.put(page, { ...row, subscribed_fields }));
}

/** Seconds in `time` for changes, milliseconds for messages. */
function sendChange({ world, store }: Facebook, page: string, field: Field, value: object): void {
  if (!store.pages.get(page)?.subscribed_fields?.includes(field)) return;
  const entry = { id: page, time: unixSeconds(world.clock.now()), changes: [{ field, value }] };
  sendCallback(world, { account: page, object: 'page', event: field, entry });
}

/** A post of the Page or of a visitor; the Page's own come back, too. Inside the effect that writes it. */
export function sendPostCallback(facebook: Facebook, row: PostRow, verb: 'add' | 'edited' | 'remove'): void {
  const { id, account, author_id, author_name, message, link, photos, video, created_at } = row;
  const item = video !== null ? 'video' : photos.length > 0 ? 'photo' : link === null ? 'status' : 'share';
  sendChange(facebook, account, 'feed', {
    item: verb === 'remove' ? 'post' : item,
    verb,
    from: { id: author_id, name: author_name },
    post_id: id,
    ...(verb !== 'remove' && message !== '' && { message }),
    ...(link !== null && { link }),
    ...(photos.length === 1 && { photo_id: photos[0] }),
    ...(video !== null && { video_id: video }),
    ...(verb === 'add' && { published: 1 }),
    created_time: unixSeconds(created_at),
  });
}

export function sendCommentCallback(
  facebook: Facebook,
  row: CommentRow,
  verb: 'add' | 'edited' | 'remove' | 'hide' | 'unhide',
): void {
  const { world, store } = facebook;
  const { id, account, post_id, parent_id, from_id, from_name, message, attachment_url, created_at } = row;
  const post = store.posts.get(post_id);
  sendChange(facebook, account, 'feed', {
    item: 'comment',
    verb,
    from: { id: from_id, name: from_name },
    post_id,
    comment_id: id,
    parent_id: parent_id ?? post_id,
    ...(verb !== 'remove' && { message }),
    ...(attachment_url !== null && { photo: attachment_url }),
    created_time: unixSeconds(created_at),
    ...(verb === 'edited' && { edited_time: unixSeconds(world.clock.now()) }),
    ...(post && {
      post: {
        id: post_id,
        status_type: statusType(post),
        is_published: true,
        updated_time: graphTime(post.updated_at),
        permalink_url: permalink(facebook, post),
        promotion_status: 'inactive',
      },
    }),
  });
}

export function sendReactionCallback(facebook: Facebook, post: PostRow, person: PersonRow): void {
  sendChange(facebook, post.account, 'feed', {
    item: 'reaction',
    verb: 'add',
    reaction_type: 'like',
    from: { id: person.id, name: person.name },
    post_id: post.id,
    parent_id: post.id,
    created_time: unixSeconds(facebook.world.clock.now()),
  });
}

/** A post or a comment of somebody else that names the Page. */
export function sendMentionCallback(
  facebook: Facebook,
  account: string,
  mention: { post_id: string; comment_id?: string; person: PersonRow; message: string },
): void {
  const { post_id, comment_id, person, message } = mention;
  sendChange(facebook, account, 'mention', {
    item: comment_id === undefined ? 'post' : 'comment',
    verb: 'add',
    post_id,
    ...(comment_id !== undefined && { comment_id }),
    sender_id: person.id,
    sender_name: person.name,
    message,
    created_time: unixSeconds(facebook.world.clock.now()),
  });
}

/** A message of a visitor, or the echo of one that the Page sent. */
export function sendMessageCallback(facebook: Facebook, row: MessageRow): void {
  const isEcho = row.from === row.account;
  const message = {
    ...(isEcho && { is_echo: true, app_id: Number(facebook.world.app.client_id) }),
    ...(row.metadata !== null && { metadata: row.metadata }),
    ...messagePayload(row),
  };
  const messaging = { sender: { id: row.from }, recipient: { id: row.to }, timestamp: row.created_at, message };
  sendMessaging(facebook, row.account, isEcho ? 'message_echoes' : 'messages', messaging);
}

export function sendMessaging({ world, store }: Facebook, page: string, field: string, messaging: object): void {
  if (!store.pages.get(page)?.subscribed_fields?.includes(field)) return;
  const entry = { id: page, time: world.clock.now(), messaging: [messaging] };
  sendCallback(world, { account: page, object: 'page', event: field, entry });
}
