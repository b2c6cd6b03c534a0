import type { ThreadPart } from '../../core/connector.ts';
import type { KeyedEffect } from '../../core/effect.ts';
import { matchesContent } from './map.ts';
import { optionsOf } from './options.ts';
import { KEY_WINDOW_SECONDS, LOOKS_AFTER_SECONDS, listOwn } from './publish.ts';
import { prepareRecord, putRecord, recordReadiness } from './record/record.ts';
import { replyTo } from './record/refs.ts';

/** Class A like a post: the next part of a thread is the account's own reply to the part before it. */
export const thread: KeyedEffect<ThreadPart> = {
  class: 'A',
  keyWindowSeconds: KEY_WINDOW_SECONDS,
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,

  async prepare(session, { content, parentId }) {
    // Card and quote belong to the first part.
    const { langs, tags } = optionsOf(content);
    return await prepareRecord(session, content, { langs, tags }, await replyTo(session, parentId));
  },

  ready: recordReadiness,
  send: (session, _part, prepared, key) => putRecord(session, prepared, key),
  list: (session, { parentId }, since) => listOwn(session, since, parentId),
  matches: ({ content }, item) => matchesContent(content, item, false),
};
