import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import { compact } from '../../lib/compact.ts';
import { callX } from './client.ts';
import { permalinkOf, textOf } from './map.ts';
import { toMetrics } from './metrics.ts';
import { ArchivedPage, type ArchivedTweet } from './wire.ts';

const PAGE_SIZE = 100;

/** Posts and replies of the account, at most its newest 3,200. https://docs.x.com/x-api/users/get-posts */
export const archive: Archive = {
  holds: 'posts',

  async list(session, cursor) {
    const { platformId, username } = session.account;
    const query = {
      max_results: PAGE_SIZE,
      exclude: 'retweets',
      'tweet.fields': 'created_at,entities,public_metrics',
      pagination_token: cursor,
    };
    const path = `/2/users/${encodeURIComponent(platformId)}/tweets`;
    const { data = [], meta } = await callX(session, 'read', { method: 'GET', path, query }, ArchivedPage);
    return compact({ items: data.map(({ value }) => toItem(value, username)), cursor: meta.next_token });
  },
};

function toItem(tweet: ArchivedTweet, username: string): ArchivedItem {
  return compact({
    platformId: tweet.id,
    text: textOf(tweet),
    url: permalinkOf(username, tweet.id),
    createdAt: tweet.created_at,
    metrics: tweet.public_metrics && toMetrics(tweet.public_metrics),
  });
}
