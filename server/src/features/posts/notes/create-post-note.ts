import { z } from 'zod';
import { type Actor, hasPermission } from '../../../core/actor.ts';
import type { Context, Transaction } from '../../../core/context.ts';
import { ApiError, conflict, notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { readPost } from '../model/find-post.ts';
import * as notes from './note.repository.ts';
import { NOTES_MAX, NoteText, NoteVisibility, PostNote, toNote } from './note.ts';

export const createPostNote = defineOperation({
  name: 'create_post_note',
  summary: 'Create a note on a post',
  description: `Adds a note to the thread of a post. Notes never leave the service; they go with the post. People who only read posts, such as clients, write notes with the visibility \`client\`; other notes need \`posts:write\`, else the answer is 403 \`insufficient_scope\`. A post takes ${NOTES_MAX} notes; a further one is 409 \`conflict\`. An unknown post is 404 \`not_found\`.`,
  example: { input: { text: 'May we show the new cup?', visibility: 'client' } },
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/{post_id}/notes', status: 201 },
  scope: 'posts:read',
  leaves: false,
  input: z.strictObject({ post_id: z.string().min(1).max(200), text: NoteText, visibility: NoteVisibility }),
  output: PostNote,
  rejects: ['conflict'],

  async run(ctx, { post_id: postId, text, visibility }) {
    await readPost(ctx, postId);
    assertMayWrite(ctx.actor, visibility);
    return ctx.commit((tx) => addNote(ctx, tx, postId, text, visibility));
  },
});

/** Adds a note of the actor; 404 when the post is gone, 409 when it has as many as it takes. */
export async function addNote(
  ctx: Context,
  tx: Transaction,
  postId: string,
  text: string,
  visibility: 'internal' | 'client',
): Promise<z.infer<typeof PostNote>> {
  if (!(await notes.lockPost(tx, ctx.tenant.id, postId))) throw notFound('post', postId);
  const row = await notes.insert(tx, ctx.tenant.id, { postId, text, visibility, by: ctx.actor }, NOTES_MAX);
  if (row === undefined)
    throw conflict(`A post takes at most ${NOTES_MAX} notes.`, { resource: 'post', id: postId, max: NOTES_MAX });
  return toNote(ctx, row);
}

/** People who read posts talk with clients. Everything else needs the right to write posts. */
function assertMayWrite(actor: Actor, visibility: 'internal' | 'client'): void {
  const isPerson = actor.type !== 'key';
  if (hasPermission(actor, 'posts:write') || (isPerson && visibility === 'client')) return;
  throw new ApiError(
    'insufficient_scope',
    isPerson ? 'Your role writes only notes with the visibility client.' : 'This key lacks the scope posts:write.',
    { required_scope: 'posts:write' },
    'auth.insufficient_scope',
  );
}
