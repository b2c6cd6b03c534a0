import { z } from 'zod';
import { ActorShape, hasPermission } from '../../../core/actor.ts';
import type { Context } from '../../../core/context.ts';
import { exampleId } from '../../../core/example.ts';
import { ourId } from '../../../core/ids.ts';
import { VisibleLines } from '../../../lib/printable.ts';
import type { NoteRow } from './note.repository.ts';

export const NOTES_MAX = 500;

export const NoteText = VisibleLines.min(1, 'must not be empty').max(5000);
export const NoteVisibility = z
  .enum(['internal', 'client'])
  .meta({ id: 'NoteVisibility', description: '`client`: clients read it, too' });

export const PostNote = z
  .object({
    id: ourId('note'),
    post_id: ourId('post'),
    text: z.string(),
    visibility: NoteVisibility,
    created_at: z.string(),
    created_by: ActorShape,
    livemode: z.boolean(),
  })
  .meta({
    id: 'PostNote',
    example: {
      text: 'May we show the new cup?',
      visibility: 'client',
      created_by: { type: 'user', id: exampleId('usr'), name: 'Ana Lima' },
    },
  });

export function toNote({ tenant }: Pick<Context, 'tenant'>, row: NoteRow): z.infer<typeof PostNote> {
  const { id, post_id, text, visibility, created_at, created_by } = row;
  const livemode = tenant.mode === 'live';
  return { id, post_id, text, visibility, created_at: created_at.toISOString(), created_by, livemode };
}

/** Whether the actor reads internal notes. Clients, and keys that only read posts, do not. */
export function readsInternalNotes({ actor }: Pick<Context, 'actor'>): boolean {
  return hasPermission(actor, 'posts:write') || hasPermission(actor, 'inbox:read');
}
