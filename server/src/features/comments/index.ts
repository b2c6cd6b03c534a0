import { listCommentedPosts } from './list-commented-posts.ts';
import { listCommentReplies, listComments } from './list-comments.ts';
import { replyToComment } from './reply-to-comment.ts';

export const commentOperations = [listCommentedPosts, listComments, listCommentReplies, replyToComment];
export { change as changeComment, find as findComment, storePosts } from './comment.repository.ts';
export { findCommentedPost } from './find-post.ts';
export { replyAction } from './reply.action.ts';
export { removeComment, storeComments } from './store-comments.ts';
