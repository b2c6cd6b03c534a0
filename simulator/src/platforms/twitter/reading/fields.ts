import { listOf, type Query, type Rule } from '../parameters.ts';

/**
 * X is renaming tweet to post in parameters and field names. Both are taken; answers carry the old names.
 * https://docs.x.com/x-api/fundamentals/data-dictionary
 */
const renamed: Readonly<Record<string, string>> = {
  referenced_posts: 'referenced_tweets',
  edit_history_post_ids: 'edit_history_tweet_ids',
  note_post: 'note_tweet',
  pinned_post_id: 'pinned_tweet_id',
  most_recent_post_id: 'most_recent_tweet_id',
  'referenced_posts.id': 'referenced_tweets.id',
  'referenced_posts.id.author_id': 'referenced_tweets.id.author_id',
  'referenced_posts.id.attachments.media_keys': 'referenced_tweets.id.attachments.media_keys',
};

function withNewNames(names: readonly string[]): string[] {
  const newNames = Object.entries(renamed).filter(([, old]) => names.includes(old));
  return [...names, ...newNames.map(([name]) => name)];
}

const postFields = withNewNames(
  `article attachments author_id card_uri community_id context_annotations conversation_id created_at display_text_range
  edit_controls edit_history_tweet_ids entities geo id in_reply_to_user_id lang media_metadata non_public_metrics note_tweet
  organic_metrics paid_partnership possibly_sensitive promoted_metrics public_metrics referenced_tweets reply_settings
  scopes source suggested_source_links text withheld`.split(/\s+/),
);
const userFields = withNewNames(
  `affiliation confirmed_email connection_status created_at description entities id is_identity_verified location
  most_recent_tweet_id name parody pinned_tweet_id profile_banner_url profile_image_url protected public_metrics
  receives_your_dm subscription subscription_type url username verified verified_followers_count verified_type
  withheld`.split(/\s+/),
);
const mediaFields = `alt_text duration_ms height media_key non_public_metrics organic_metrics preview_image_url
  promoted_metrics public_metrics type url variants width`.split(/\s+/);
const pollFields = 'duration_minutes end_datetime id options voting_status'.split(' ');
const placeFields = 'contained_within country country_code full_name geo id name place_type'.split(' ');
const messageFields =
  `attachments created_at dm_conversation_id entities event_type id participant_ids referenced_tweets
  sender_id text`.split(/\s+/);

const postExpansions = withNewNames(
  `article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet attachments.poll_ids
  author_id author_screen_name edit_history_tweet_ids entities.mentions.username geo.place_id in_reply_to_user_id
  entities.note.mentions.username referenced_tweets.id referenced_tweets.id.author_id
  referenced_tweets.id.attachments.media_keys`.split(/\s+/),
);

export const userRules: Readonly<Record<string, Rule>> = {
  'user.fields': listOf(...userFields),
  'tweet.fields': listOf(...postFields),
  'post.fields': listOf(...postFields),
  expansions: listOf('affiliation.user_id', 'most_recent_tweet_id', 'pinned_tweet_id', 'pinned_post_id'),
};

export const postRules: Readonly<Record<string, Rule>> = {
  'tweet.fields': listOf(...postFields),
  'post.fields': listOf(...postFields),
  'user.fields': listOf(...userFields),
  'media.fields': listOf(...mediaFields),
  'poll.fields': listOf(...pollFields),
  'place.fields': listOf(...placeFields),
  expansions: listOf(...postExpansions),
};

export const messageRules: Readonly<Record<string, Rule>> = {
  'dm_event.fields': listOf(...messageFields),
  'tweet.fields': listOf(...postFields),
  'post.fields': listOf(...postFields),
  'user.fields': listOf(...userFields),
  'media.fields': listOf(...mediaFields),
  expansions: listOf('attachments.media_keys', 'participant_ids', 'referenced_tweets.id', 'sender_id'),
};

function oldNames(names: readonly string[]): string[] {
  return names.map((name) => renamed[name] ?? name);
}

/** Fields of a response, in the old names. */
export interface Wanted {
  readonly post: ReadonlySet<string>;
  readonly user: ReadonlySet<string>;
  readonly media: ReadonlySet<string>;
  readonly poll: ReadonlySet<string>;
  readonly message: ReadonlySet<string>;
  readonly expansions: ReadonlySet<string>;
}

/** An expansion shows the field that it starts from, also when that was not asked for. */
const shownBy: Readonly<Record<string, string>> = {
  'attachments.media_keys': 'attachments',
  'attachments.poll_ids': 'attachments',
  author_id: 'author_id',
  'entities.mentions.username': 'entities',
  in_reply_to_user_id: 'in_reply_to_user_id',
  'referenced_tweets.id': 'referenced_tweets',
  'referenced_tweets.id.author_id': 'referenced_tweets',
  'referenced_tweets.id.attachments.media_keys': 'referenced_tweets',
};

export function wanted(query: Query): Wanted {
  const expansions = oldNames(query.list('expansions'));
  const shown = expansions.flatMap((name) => shownBy[name] ?? []);
  return {
    post: new Set([
      'id',
      'text',
      'edit_history_tweet_ids',
      ...oldNames(query.list('tweet.fields', 'post.fields')),
      ...shown,
    ]),
    user: new Set(['id', 'name', 'username', ...oldNames(query.list('user.fields'))]),
    media: new Set(['media_key', 'type', ...query.list('media.fields')]),
    poll: new Set(['id', 'options', ...query.list('poll.fields')]),
    message: new Set([
      'id',
      'event_type',
      'text',
      ...query.list('dm_event.fields'),
      ...expansions.map((name) => name.split('.')[0] ?? ''),
    ]),
    expansions: new Set(expansions),
  };
}
