import type { Content } from '../../core/connector.ts';
import type { Listed, ListedEffect, Prepared, Published } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { listCut } from '../shared/collected.ts';
import { callX, partialError } from './client.ts';
import { matchesContent, permalinkOf, repliedTo, toListed } from './map.ts';
import { attached, mediaReadiness, PreparedMedia, upload } from './media.ts';
import { type Options, optionsOf } from './options.ts';
import { CreatedTweet, ProvenPage } from './wire.ts';

export const LOOKS_AFTER_SECONDS = [30, 120];

/**
 * Class C: X takes no idempotency key, but lists the account's posts. X's duplicate rule proves nothing: it rejects a
 * text that the account published by other means, and later it accepts the same text again.
 */
export const publishing: ListedEffect<Content> = {
  class: 'C',
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,
  prepare: uploadAll,
  ready: mediaReadiness,

  async send(session, content, prepared) {
    const { in_reply_to_tweet_id, auto_populate_reply_metadata, exclude_reply_user_ids, ...rest } = optionsOf(content);
    const reply =
      in_reply_to_tweet_id === undefined
        ? {}
        : { reply: { in_reply_to_tweet_id, auto_populate_reply_metadata, exclude_reply_user_ids } };
    return await createTweet(session, { ...tweetFields(content.text, prepared, rest), ...reply });
  },

  async list(session, content, since) {
    return await listOwn(session, since, optionsOf(content).in_reply_to_tweet_id);
  },

  matches: matchesContent,
};

/** Uploads before a post or a part of a thread. */
export async function uploadAll(session: Session, content: Content): Promise<Prepared> {
  optionsOf(content);
  const media = [];
  for (const item of content.media) {
    const isThere = item.attachmentId !== undefined;
    media.push(isThere ? await attached(session, item) : await upload(session, item, content.media.length === 1));
  }
  return { media };
}

/** Text, uploads and options as POST /2/tweets takes them. */
export function tweetFields(text: string, prepared: Prepared, { geo_place_id, ...rest }: Options) {
  const { media } = PreparedMedia.parse(prepared);
  return compact({
    text: text || undefined,
    media: media.length === 0 ? undefined : { media_ids: media.map(({ id }) => id) },
    geo: geo_place_id === undefined ? undefined : { place_id: geo_place_id },
    ...rest,
  });
}

export async function createTweet(session: Session, json: Record<string, unknown>): Promise<Published> {
  const { data } = await callX(session, 'effect', { method: 'POST', path: '/2/tweets', body: { json } }, CreatedTweet);
  return { platformId: data.id, permalink: permalinkOf(session.account.username, data.id) };
}

const PAGES_MAX = 10;

/** The account's posts since a time: its replies to one post, or without one its posts that are no replies. */
export async function listOwn(session: Session, since: Date, replyTo: string | undefined): Promise<readonly Listed[]> {
  const { platformId, username } = session.account;
  const items: Listed[] = [];
  let next: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = {
      start_time: `${since.toISOString().slice(0, 19)}Z`,
      max_results: 100,
      exclude: replyTo === undefined ? 'replies,retweets' : 'retweets',
      'tweet.fields': 'created_at,entities,referenced_tweets,attachments,in_reply_to_user_id',
      pagination_token: next,
    };
    const path = `/2/users/${encodeURIComponent(platformId)}/tweets`;
    const { data = [], meta, errors } = await callX(session, 'read', { method: 'GET', path, query }, ProvenPage);
    const problem = data.length === 0 ? partialError(errors) : undefined;
    if (problem) throw problem;
    for (const tweet of data) {
      if (repliedTo(tweet) === replyTo && tweet.created_at >= since) items.push(toListed(tweet, username));
    }
    next = meta.next_token;
    if (next === undefined) return items;
  }
  throw listCut();
}
