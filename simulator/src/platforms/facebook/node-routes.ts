import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { unsupported } from '../meta/errors.ts';
import { findNode, kindOf, nodeOf } from './access.ts';
import { changeComment, deleteComment, readComment } from './comments/comments.ts';
import { readConversation, readMessageNode, readPerson } from './messages/conversations.ts';
import { readPage } from './page-node.ts';
import { deletePhoto, readPhotoNode } from './photos.ts';
import { changePost, deletePost, readPost } from './posts.ts';
import type { Facebook } from './store.ts';
import { readUser } from './user.ts';
import { deleteVideo, readVideo } from './videos/video-node.ts';
import { changeVideo } from './videos/videos.ts';

/** `GET /{id}`: every object has the same address; what it is decides the fields. */
export function readNode(facebook: Facebook, call: Call): PlatformResponse {
  const node = findNode(facebook, call);
  switch (node?.kind) {
    case 'user':
      return readUser(facebook, call, node.row);
    case 'page':
      return readPage(facebook, call, node.account, node.grant);
    case 'post':
      return readPost(facebook, call, node.row);
    case 'photo':
      return readPhotoNode(call, node.row);
    case 'video':
      return readVideo(facebook, call, node.row);
    case 'comment':
      return readComment(facebook, call, node.row);
    case 'person':
      return readPerson(facebook, call, node.row);
    case 'conversation':
      return readConversation(facebook, call, node.row);
    case 'message':
      return readMessageNode(facebook, call, node.row);
    default:
      // Throws what fits: gone, or out of this token's reach.
      nodeOf(facebook, call, 'page');
      throw unsupported(call.method, call.param('node'));
  }
}

export function readOperation(facebook: Facebook, call: Call): Operation {
  switch (kindOf(facebook, call.param('node'))) {
    case 'user':
    case 'page':
    case 'person':
      return 'profile';
    case 'video':
      return isStatusPoll(call) ? 'media_status' : 'get_post';
    case 'post':
    case 'photo':
      return 'get_post';
    case 'comment':
      return 'list_comments';
    case 'conversation':
    case 'message':
      return 'messages';
    default:
      return 'other';
  }
}

/** Asks how far a video is, not where its post is. */
function isStatusPoll(call: Call): boolean {
  const names = (call.input('fields') ?? '').split(',').map((name) => name.trim());
  return names.includes('status') && !names.includes('post_id');
}

/** `POST /{post}`, `POST /{video}` and `POST /{comment}`. */
export function changeNode(facebook: Facebook, call: Call): PlatformResponse {
  const node = nodeOf(facebook, call, 'post', 'video', 'comment');
  if (node.kind === 'comment') return changeComment(facebook, call, node.row);
  return node.kind === 'post' ? changePost(facebook, call, node.row) : changeVideo(facebook, call, node.row);
}

export function changeOperation(facebook: Facebook, call: Call): Operation {
  const kind = kindOf(facebook, call.param('node'));
  if (kind === 'comment') return call.input('is_hidden') === undefined ? 'other' : 'hide_comment';
  if (kind !== 'post' && kind !== 'video') return 'other';
  return call.input(kind === 'post' ? 'is_published' : 'published') === undefined ? 'edit_post' : 'publish';
}

export function deleteNode(facebook: Facebook, call: Call): PlatformResponse {
  const node = nodeOf(facebook, call, 'post', 'photo', 'video', 'comment');
  switch (node.kind) {
    case 'post':
      return deletePost(facebook, call, node.row);
    case 'photo':
      return deletePhoto(facebook, call, node.row);
    case 'video':
      return deleteVideo(facebook, call, node.row);
    default:
      return deleteComment(facebook, call, node.row);
  }
}

export function deleteOperation(facebook: Facebook, call: Call): Operation {
  return kindOf(facebook, call.param('node')) === 'comment' ? 'delete_comment' : 'delete_post';
}
