import { createPost } from './create-post.ts';
import { getPost } from './get-post.ts';
import { listPosts } from './list-posts.ts';
import { publishPost } from './publish-post.ts';
import { retryPost } from './retry-post.ts';

export const postOperations = [createPost, listPosts, getPost, publishPost, retryPost];
export * as posts from './post.repository.ts';
export type { TargetError, TargetInput } from './post.ts';
export { TargetError as TargetErrorSchema } from './post.ts';
export { publishKind } from './publish.kind.ts';
export { mediaType } from './resolve-content.ts';
export { Instant, toInstant } from './schedule.ts';
