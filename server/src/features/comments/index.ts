import { deleteComment, hideComment, likeComment, unhideComment, unlikeComment } from './change-comment.ts';
import { listCommentedPosts } from './list-commented-posts.ts';
import { listCommentReplies, listComments } from './list-comments.ts';
import { replyPrivately } from './reply-privately.ts';
import { replyToComment } from './reply-to-comment.ts';

export const commentOperations = [
  listCommentedPosts,
  listComments,
  listCommentReplies,
  replyToComment,
  deleteComment,
  hideComment,
  unhideComment,
  likeComment,
  unlikeComment,
  replyPrivately,
];
export {
  change as changeComment,
  erasedAmong as erasedComments,
  giveUp as giveUpComment,
} from './comment.repository.ts';
export { commentChangeAction } from './comment-change.action.ts';
export { findComment, findCommentedPost } from './find-post.ts';
export { store as storePosts } from './inbox-post.repository.ts';
export { privateReplyAction } from './private-reply.action.ts';
export { replyAction } from './reply.action.ts';
export { removeComment, storeComments } from './store-comments.ts';
