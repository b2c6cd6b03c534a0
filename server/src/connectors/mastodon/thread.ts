import type { Content, ThreadPart } from '../../core/connector.ts';
import type { KeyedEffect } from '../../core/effect.ts';
import { matchesContent } from './map.ts';
import { mediaReadiness } from './media.ts';
import { contentFields, createStatus, KEYED, listOwn, uploadAll } from './publish.ts';

/** Class A like a status: the next part of a thread is the account's own reply to the part before it. */
export const thread: KeyedEffect<ThreadPart> = {
  ...KEYED,
  prepare: (session, { content }) => uploadAll(session, withoutPoll(content)),
  ready: mediaReadiness,

  async send(session, { content, parentId }, prepared, key) {
    const fields = contentFields(withoutPoll(content), prepared);
    return await createStatus(session, key, { ...fields, in_reply_to_id: parentId });
  },

  async list(session, { parentId }, since) {
    return await listOwn(session, since, parentId);
  },

  matches: ({ content }, item) => matchesContent(content, item),
};

/** A poll belongs to the first status. */
function withoutPoll(content: Content): Content {
  const { poll: _poll, ...options } = content.options;
  return { ...content, options };
}
