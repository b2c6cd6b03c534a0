import type { Content, ThreadPart } from '../../core/connector.ts';
import type { ListedEffect } from '../../core/effect.ts';
import { matchesPart } from './map.ts';
import { mediaReadiness } from './media.ts';
import { optionsOf } from './options.ts';
import { createTweet, LOOKS_AFTER_SECONDS, listOwn, tweetFields, uploadAll } from './publish.ts';

/**
 * Class C like a post: the next part of a thread is the account's own reply to the part before it. It is recognised by
 * that part and by its text. https://docs.x.com/x-api/posts/create-post
 */
export const thread: ListedEffect<ThreadPart> = {
  class: 'C',
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,
  prepare: (session, { content }) => uploadAll(session, withoutPoll(content)),
  ready: mediaReadiness,

  async send(session, { content, parentId }, prepared) {
    // The parent of the thread and the audience of replies belong to the first part.
    const { in_reply_to_tweet_id, auto_populate_reply_metadata, exclude_reply_user_ids, reply_settings, ...rest } =
      optionsOf(withoutPoll(content));
    const reply = { in_reply_to_tweet_id: parentId };
    return await createTweet(session, { ...tweetFields(content.text, prepared, rest), reply });
  },

  async list(session, { parentId }, since) {
    return await listOwn(session, since, parentId);
  },

  matches: ({ content }, item) => matchesPart(content, item),
};

/** A poll belongs to the first part. */
function withoutPoll(content: Content): Content {
  const { poll: _poll, ...options } = content.options;
  return { ...content, options };
}
