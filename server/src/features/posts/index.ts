import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { getPost } from './get-post.ts';
import { importPosts } from './import-posts.ts';
import { listPostAttempts } from './list-post-attempts.ts';
import { listPostHistory } from './list-post-history.ts';
import { listPosts } from './list-posts.ts';
import { createPostNote } from './notes/create-post-note.ts';
import { listPostNotes } from './notes/list-post-notes.ts';
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
  listPostHistory,
  listPostNotes,
  createPostNote,
];
export { checkMedia } from './compose/resolve-content.ts';
export { findPost } from './model/find-post.ts';
export { countUnapproved, holdLocked, lockScheduled } from './model/hold-scheduled.ts';
export { insertPost } from './model/new-post.repository.ts';
export * as posts from './model/post.repository.ts';
export { mediaOf, type PostRow, type TargetRow } from './model/post.ts';
export { addNote } from './notes/create-post-note.ts';
export * as notes from './notes/note.repository.ts';
export { NoteText } from './notes/note.ts';
export { previewsOf } from './preview/previews-of.ts';
export { PostPreview } from './preview/shapes.ts';
export { editAction, removeAction } from './publish/edit-and-remove.action.ts';
export { firstCommentAction, segmentAction } from './publish/follow-ups.action.ts';
export { createHeldMediaWorker } from './publish/held-media.worker.ts';
export { withText } from './publish/outcome.ts';
export { publishAction } from './publish/publish.action.ts';
export { knownMedia } from './rules/checked-content.ts';
export { textLength } from './rules/lengths.ts';
