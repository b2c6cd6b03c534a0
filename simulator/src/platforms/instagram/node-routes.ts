import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { unsupported } from '../meta/errors.ts';
import { findNode, kindOf } from './access.ts';
import { deleteComment, hideComment, readComment } from './comments.ts';
import { readStatus } from './containers/containers.ts';
import { readMedia, switchComments } from './media.ts';
import { readConversation, readMessage } from './messages/conversations.ts';
import type { Instagram } from './store.ts';
import { readPerson, readUser } from './user.ts';

/** `GET /{id}`: every object has the same address; what it is decides the fields. */
export function readNode(instagram: Instagram, call: Call): PlatformResponse {
  const node = findNode(instagram, call);
  switch (node?.kind) {
    case 'account':
      return readUser(instagram, call, node.account);
    case 'container':
      return readStatus(instagram, call, node.row);
    case 'media':
      return readMedia(instagram, call, node.row);
    case 'comment':
      return readComment(instagram, call, node.row);
    case 'person':
      return readPerson(instagram, call, node.row);
    case 'conversation':
      return readConversation(instagram, call, node.row);
    case 'message':
      return readMessage(instagram, call, node.row);
    default:
      throw unsupported(call.method, call.param('node'));
  }
}

export function readOperation(instagram: Instagram, call: Call): Operation {
  switch (kindOf(instagram, call.param('node'))) {
    case 'account':
      return /mentioned_(comment|media)/.test(call.input('fields') ?? '') ? 'mentions' : 'profile';
    case 'container':
      return 'container_status';
    case 'media':
      return 'get_post';
    case 'comment':
      return 'list_comments';
    case 'person':
      return 'profile';
    case 'conversation':
    case 'message':
      return 'messages';
    default:
      return 'other';
  }
}

/** `POST /{media}?comment_enabled=` and `POST /{comment}?hide=`. */
export function changeNode(instagram: Instagram, call: Call): PlatformResponse {
  const node = findNode(instagram, call);
  if (node?.kind === 'media') return switchComments(instagram, call, node.row);
  if (node?.kind === 'comment') return hideComment(instagram, call, node.row);
  throw unsupported(call.method, call.param('node'));
}

export function changeOperation(instagram: Instagram, call: Call): Operation {
  const kind = kindOf(instagram, call.param('node'));
  return kind === 'media' ? 'edit_post' : kind === 'comment' ? 'hide_comment' : 'other';
}

/** Comments only: posts can be deleted with Facebook Login alone. */
export function deleteNode(instagram: Instagram, call: Call): PlatformResponse {
  const node = findNode(instagram, call);
  if (node?.kind === 'comment') return deleteComment(instagram, call, node.row);
  throw unsupported(call.method, call.param('node'));
}

export function deleteOperation(instagram: Instagram, call: Call): Operation {
  const kind = kindOf(instagram, call.param('node'));
  return kind === 'media' ? 'delete_post' : kind === 'comment' ? 'delete_comment' : 'other';
}
