import { sendSigned } from '../meta/callbacks.ts';
import { graphTime, unixSeconds } from '../meta/time.ts';
import { permalink, typeOf } from './post-node.ts';
import type { PostRow, Threads } from './store.ts';

/**
 * Topics are switched on in the app's dashboard, for every account that is connected; no call subscribes one.
 * https://developers.facebook.com/docs/threads/webhooks
 */
const topics = { replies: 'moderate', delete: 'moderate', mentions: 'interaction', publish: 'interaction' } as const;

type Field = keyof typeof topics;

function send(threads: Threads, account: string, field: Field, value: object): void {
  const { world, options } = threads;
  const change = { value, field };
  const payload = {
    app_id: world.app.client_id,
    topic: topics[field],
    target_id: account,
    time: unixSeconds(world.clock.now()),
    subscription_id: '234567',
    has_uid_field: false,
    values: options.callbackValues === 'array' ? [change] : change,
  };
  sendSigned(world, { account, event: field, payload });
}

/** A reply in the account's threads; its own ones come back, too. Inside the effect that writes it. */
export function sendReplyCallback(threads: Threads, row: PostRow): void {
  const root = threads.store.posts.get(row.root ?? '');
  if (root?.author_id !== row.account) return;
  send(threads, row.account, 'replies', {
    ...head(row),
    text: row.text,
    ...(row.reply_to !== null && { replied_to: { id: row.reply_to } }),
    root_post: { id: root.id, owner_id: root.author_id, username: root.username },
    shortcode: row.shortcode,
  });
}

export function sendMentionCallback(threads: Threads, row: PostRow): void {
  send(threads, row.account, 'mentions', {
    ...head(row),
    alt_text: row.alt_text ?? '',
    gif_url: row.gif_url ?? '',
    has_replies: false,
    is_quote_post: row.quote_of !== null,
    is_reply: row.reply_to !== null,
    media_product_type: 'THREADS',
    shortcode: row.shortcode,
    text: row.text,
  });
}

export function sendPublishCallback(threads: Threads, row: PostRow): void {
  send(threads, row.account, 'publish', head(row));
}

export function sendDeleteCallback(threads: Threads, row: PostRow): void {
  send(threads, row.account, 'delete', {
    id: row.id,
    owner: { owner_id: row.author_id },
    deleted_at: graphTime(threads.world.clock.now()),
    timestamp: graphTime(row.created_at),
    username: row.username,
  });
}

function head(row: PostRow): object {
  const { id, username, created_at } = row;
  return {
    id,
    username,
    media_type: typeOf(row),
    permalink: permalink(row),
    timestamp: graphTime(created_at),
  };
}
