import type { RepeatableEffect } from '../../../core/effect.ts';
import type { CommentMark, CommentRef } from '../../../core/messaging/inbox.ts';
import { missingCountsAsRemoved } from '../call-platform.ts';
import { callGraph, type GraphApi } from './graph.ts';
import { success } from './wire.ts';

/** Deletes a comment of any author below a post of ours. */
export function commentRemoval(api: GraphApi): RepeatableEffect<CommentRef> {
  return {
    class: 'repeatable',
    async send(session, { commentId }) {
      const remove = { method: 'DELETE', path: [commentId], response: success, purpose: 'effect' } as const;
      await missingCountsAsRemoved(callGraph(session, api, remove).then(() => undefined));
      return { platformId: commentId };
    },
  };
}

/** `parameter`: what Instagram calls `hide` is `is_hidden` on Facebook. */
export function commentHiding(api: GraphApi, parameter: 'hide' | 'is_hidden'): RepeatableEffect<CommentMark> {
  return {
    class: 'repeatable',
    async send(session, { commentId, isOn }) {
      const form = { [parameter]: String(isOn) };
      await callGraph(session, api, { method: 'POST', path: [commentId], form, response: success, purpose: 'effect' });
      return { platformId: commentId };
    },
  };
}

/** https://developers.facebook.com/docs/graph-api/reference/object/likes */
export function commentLiking(api: GraphApi): RepeatableEffect<CommentMark> {
  return {
    class: 'repeatable',
    async send(session, { commentId, isOn }) {
      const path = [commentId, 'likes'];
      const method = isOn ? 'POST' : 'DELETE';
      await callGraph(session, api, { method, path, response: success, purpose: 'effect' });
      return { platformId: commentId };
    },
  };
}
