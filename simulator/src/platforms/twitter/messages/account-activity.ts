import { createHmac } from 'node:crypto';
import { personById, personByName } from '../people.ts';
import { findNames } from '../reading/entities.ts';
import { shownText } from '../reading/render.ts';
import type { Message, Person, Post, Store } from '../store.ts';

/**
 * Deliveries of the Account Activity API in their old payloads: https://docs.x.com/x-api/account-activity/introduction
 * An account hears of its own posts and messages too.
 */
export function tellSubscribers(store: Store, post: Post): void {
  const named = findNames(post.text).flatMap((name) => personByName(store, name)?.id ?? []);
  const quotedAuthor = store.posts.get(post.quoted)?.author_id;
  const concerned = new Set([post.author_id, post.reply_to_user, quotedAuthor, ...named]);
  for (const account of store.world.accounts.all())
    if (concerned.has(account.platform_id))
      deliver(store, account.platform_id, 'tweet_create_events', () => ({
        tweet_create_events: [oldPost(store, post)],
      }));
}

export function tellOfMessage(store: Store, message: Message): void {
  for (const account of message.participant_ids)
    if (store.world.accounts.get(account))
      deliver(store, account, 'direct_message_events', () => oldMessage(store, message, account));
}

/** Somebody has read what the account sent, up to this message. */
export function tellOfReading(store: Store, { id, sender_id }: Message, reader: string): void {
  const event = {
    created_timestamp: String(store.world.clock.now()),
    sender_id: reader,
    target: { recipient_id: sender_id },
    last_read_event_id: id,
  };
  const users = usersById(store, [sender_id, reader]);
  deliver(store, sender_id, 'direct_message_mark_read_events', () => ({
    direct_message_mark_read_events: [event],
    users,
  }));
}

function deliver(store: Store, account: string, event: string, payload: () => object): void {
  for (const { webhook_id } of store.subscriptions.where('account', account)) {
    const webhook = store.webhooks.get(webhook_id);
    if (!webhook?.is_valid) continue;
    const body = JSON.stringify({ for_user_id: account, ...payload() });
    const signature = sign(store, body);
    const headers = { 'content-type': 'application/json', 'x-twitter-webhooks-signature': signature };
    store.world.callbacks.send({ account, url: webhook.url, event, body, headers });
  }
}

/** `sha256=` and the base64 HMAC of a text under the app's secret: for deliveries and for the CRC alike. */
export function sign(store: Store, text: string): string {
  return `sha256=${createHmac('sha256', store.world.app.client_secret).update(text).digest('base64')}`;
}

function oldPost(store: Store, post: Post): object {
  const author = personById(store, post.author_id);
  const mentions = findNames(post.text).flatMap((name) => personByName(store, name) ?? []);
  return {
    created_at: oldTime(post.created_at),
    id: Number(post.id),
    id_str: post.id,
    text: shownText(store, post).text,
    truncated: false,
    in_reply_to_status_id: post.reply_to === '' ? null : Number(post.reply_to),
    in_reply_to_status_id_str: post.reply_to || null,
    in_reply_to_user_id: post.reply_to_user === '' ? null : Number(post.reply_to_user),
    in_reply_to_user_id_str: post.reply_to_user || null,
    is_quote_status: post.quoted !== '',
    ...(post.quoted === '' ? {} : { quoted_status_id_str: post.quoted }),
    user: author ? oldUser(author) : null,
    entities: {
      hashtags: [],
      symbols: [],
      urls: [],
      user_mentions: mentions.map(({ id, name, username }) => ({ id_str: id, name, screen_name: username })),
    },
    timestamp_ms: String(post.created_at),
  };
}

function oldUser({ id, name, username, picture_url }: Person): object {
  return { id: Number(id), id_str: id, name, screen_name: username, profile_image_url_https: picture_url };
}

function oldMessage(store: Store, message: Message, account: string): object {
  const recipient = message.participant_ids.find((id) => id !== message.sender_id) ?? account;
  return {
    direct_message_events: [
      {
        type: 'message_create',
        id: message.id,
        created_timestamp: String(message.created_at),
        message_create: {
          target: { recipient_id: recipient },
          sender_id: message.sender_id,
          message_data: {
            text: message.text,
            entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] },
          },
        },
      },
    ],
    users: usersById(store, message.participant_ids),
  };
}

function usersById(store: Store, ids: readonly string[]): object {
  const people = ids.flatMap((id) => personById(store, id) ?? []);
  return Object.fromEntries(
    people.map(({ id, created_at, name, username, picture_url }) => [
      id,
      {
        id,
        created_timestamp: String(created_at),
        name,
        screen_name: username,
        profile_image_url_https: picture_url,
      },
    ]),
  );
}

/** `Fri Nov 20 10:00:00 +0000 2026` */
function oldTime(at: number): string {
  const [, day = '', date = '', month = '', year = '', clock = ''] =
    /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(at).toUTCString()) ?? [];
  return `${day} ${month} ${date} ${clock} +0000 ${year}`;
}
