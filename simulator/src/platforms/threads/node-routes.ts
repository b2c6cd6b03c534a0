import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { unsupported } from '../meta/errors.ts';
import { findNode, kindOf } from './access.ts';
import { readStatus } from './containers/container-status.ts';
import { listOwnReplies, readPost } from './posts.ts';
import { listReplies } from './replies/replies.ts';
import type { Threads } from './store.ts';
import { readUser } from './user.ts';

/** `GET /{id}`: every object has the same address; what it is decides the fields. */
export function readNode(threads: Threads, call: Call): PlatformResponse {
  const node = findNode(threads, call);
  switch (node?.kind) {
    case 'account':
      return readUser(threads, call, node.account);
    case 'container':
      return readStatus(threads, call, node.row);
    case 'post':
      return readPost(threads, call, node.row);
    default:
      throw unsupported(call.method, call.param('node'));
  }
}

export function readOperation(threads: Threads, call: Call): Operation {
  switch (kindOf(threads, call.param('node'))) {
    case 'account':
      return 'profile';
    case 'container':
      return 'container_status';
    case 'post':
      return 'get_post';
    default:
      return 'other';
  }
}

/** An own answer to somebody else is a comment; the next part of an own thread is a post. */
export function deleteOperation({ store }: Threads, call: Call): Operation {
  const row = store.posts.get(call.param('node'));
  const answered = store.posts.get(row?.reply_to ?? '');
  return answered && answered.author_id !== row?.author_id ? 'delete_comment' : 'delete_post';
}

/** `/{media}/replies` are answers to it, `/{user}/replies` are the account's own. */
export function repliesOperation(threads: Threads, call: Call): Operation {
  return kindOf(threads, call.param('node')) === 'account' ? 'list_posts' : 'list_comments';
}

export function listRepliesOf(threads: Threads, call: Call): PlatformResponse {
  return findNode(threads, call)?.kind === 'account' ? listOwnReplies(threads, call) : listReplies(threads, call);
}
