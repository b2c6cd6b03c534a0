import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { getPost } from './get-post.ts';
import { getPostMetrics } from './get-post-metrics.ts';
import { importPosts } from './import-posts.ts';
import { listPostAttempts } from './list-post-attempts.ts';
import { listPosts } from './list-posts.ts';
import { publishPost } from './publish-post.ts';
import { resolveTarget } from './resolve-target.ts';
import { retryPost } from './retry-post.ts';
import { unpublishPost } from './unpublish-post.ts';
import { updatePost } from './update-post.ts';
import { validatePost } from './validate-post.ts';

export const postOperations = [
  createPost,
  listPosts,
  getPost,
  updatePost,
  validatePost,
  importPosts,
  deletePost,
  publishPost,
  retryPost,
  unpublishPost,
  resolveTarget,
  listPostAttempts,
  getPostMetrics,
];
export { textLength } from './check-text.ts';
export { firstCommentKind, segmentKind } from './extras.ts';
export { editKind, removeKind } from './live-changes.ts';
export { insertPost } from './new-post.repository.ts';
export * as posts from './post.repository.ts';
export type { TargetError, TargetInput } from './post.ts';
export { TargetError as TargetErrorSchema } from './post.ts';
export { publishKind } from './publish.kind.ts';
