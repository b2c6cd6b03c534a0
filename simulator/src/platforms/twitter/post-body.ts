import { boolean, id, object, string } from './body-schema.ts';

/** The body of `POST /2/tweets`: https://docs.x.com/x-api/posts/create-post */
const replySettings = {
  type: 'string',
  oneOf: ['following', 'mentionedUsers', 'subscribers', 'verified'],
} as const;
export const postBodySchema = object({
  text: string,
  reply: object(
    {
      in_reply_to_tweet_id: id,
      auto_populate_reply_metadata: boolean,
      exclude_reply_user_ids: { type: 'array', items: id, min: 0, max: 50 },
    },
    'in_reply_to_tweet_id',
  ),
  media: object(
    {
      media_ids: { type: 'array', items: id, min: 1, max: 4 },
      tagged_user_ids: { type: 'array', items: id, min: 0, max: 10 },
    },
    'media_ids',
  ),
  poll: object(
    {
      options: { type: 'array', items: { type: 'string', min: 1, max: 25 }, min: 2, max: 4 },
      duration_minutes: { type: 'integer', min: 5, max: 10_080 },
      reply_settings: replySettings,
    },
    'options',
    'duration_minutes',
  ),
  quote_tweet_id: id,
  reply_settings: replySettings,
  card_uri: string,
  community_id: id,
  direct_message_deep_link: string,
  edit_options: object({ previous_post_id: id }, 'previous_post_id'),
  for_super_followers_only: boolean,
  geo: object({ place_id: string }),
  made_with_ai: boolean,
  nullcast: boolean,
  paid_partnership: boolean,
  share_with_followers: boolean,
});

export interface PostBody {
  readonly text?: string;
  readonly reply?: {
    readonly in_reply_to_tweet_id: string;
    readonly auto_populate_reply_metadata?: boolean;
    readonly exclude_reply_user_ids?: readonly string[];
  };
  readonly media?: { readonly media_ids: readonly string[] };
  readonly poll?: { readonly options: readonly string[]; readonly duration_minutes: number };
  readonly quote_tweet_id?: string;
  readonly reply_settings?: string;
  readonly card_uri?: string;
  readonly edit_options?: { readonly previous_post_id: string };
}

/** At most one of these may be given. */
export const exclusiveParts = ['media', 'poll', 'quote_tweet_id', 'card_uri'] as const;
