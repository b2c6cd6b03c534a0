import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { pageOf, pageQuery } from '../../../core/page.ts';
import { keysetPage } from '../../../db/lists/keyset.ts';
import { readPost } from '../model/find-post.ts';
import * as notes from './note.repository.ts';
import { PostNote, readsInternalNotes, toNote } from './note.ts';

export const listPostNotes = defineOperation({
  name: 'list_post_notes',
  summary: 'List the notes of a post',
  description:
    'Lists the notes of a post, oldest first. Clients, and keys with neither `posts:write` nor `inbox:read`, see only notes with the visibility `client`. An unknown post is 404 `not_found`.',
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}/notes', status: 200 },
  scope: 'posts:read',
  input: z.strictObject({ post_id: z.string().min(1).max(200), ...pageQuery }),
  output: pageOf(PostNote),

  async run(ctx, { post_id: postId, ...page }) {
    await readPost(ctx, postId);
    const filters = { postId, isInternalShown: readsInternalNotes(ctx) };
    return keysetPage(ctx, 'post notes', page, {
      filters,
      read: (after, limit) => notes.list(ctx.db, ctx.tenant.id, filters, after, limit),
      position: (row) => [row.position, row.id],
      item: (row) => toNote(ctx, row),
    });
  },
});
