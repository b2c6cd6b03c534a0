import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../../../core/actor.ts';
import { newId } from '../../../core/ids.ts';
import type { TimePosition } from '../../../db/lists/keyset.ts';
import { rowsFor } from '../../../db/lists/page-rows.ts';
import type { Runner } from '../../../db/query.ts';

export interface NewNote {
  readonly postId: string;
  readonly text: string;
  readonly visibility: 'internal' | 'client';
  readonly by: StoredActor;
}

export interface NoteRow {
  readonly id: string;
  readonly post_id: string;
  readonly position: number;
  readonly text: string;
  readonly visibility: 'internal' | 'client';
  readonly created_by: StoredActor;
  readonly created_at: Date;
}

const columns = sql`id, post_id, position, text, visibility, created_by, created_at`;

/** Locks the post, so that its notes come one after the other and none is left when it is deleted. False: it is gone. */
export async function lockPost(tx: Runner, tenantId: string, postId: string): Promise<boolean> {
  const post = await tx.first(
    sql`select id from posts where tenant_id = ${tenantId} and id = ${postId} for no key update`,
  );
  return post !== undefined;
}

/** Adds a note to a locked post. undefined: the post has `notesMax` notes. */
export async function insert(
  tx: Runner,
  tenantId: string,
  { postId, text, visibility, by }: NewNote,
  notesMax: number,
): Promise<NoteRow | undefined> {
  return tx.first(sql<NoteRow>`
    insert into post_notes (tenant_id, id, post_id, position, text, visibility, created_by)
    select ${tenantId}, ${newId('note')}, ${postId}, last.position + 1, ${text}, ${visibility}, ${actorJson(by)}::jsonb
    from (select coalesce(max(position), 0) as position from post_notes where tenant_id = ${tenantId} and post_id = ${postId}) last
    where last.position < ${notesMax} returning ${columns}`);
}

/** One page of a post's notes and at least one row more, the oldest first. */
export async function list(
  db: Runner,
  tenantId: string,
  { postId, isInternalShown }: { readonly postId: string; readonly isInternalShown: boolean },
  after: TimePosition | undefined,
  limit: number,
): Promise<NoteRow[]> {
  const shown = isInternalShown ? sql`true` : sql`visibility = 'client'`;
  const beyond = after === undefined ? sql`true` : sql`position > ${after[0]}::integer`;
  return db.run(sql<NoteRow>`
    select ${columns} from post_notes where tenant_id = ${tenantId} and post_id = ${postId} and ${shown} and ${beyond}
    order by position limit ${rowsFor(limit)}`);
}

/** The notes of several posts that clients read, the oldest first. */
export async function forClients(db: Runner, tenantId: string, postIds: readonly string[]): Promise<NoteRow[]> {
  return db.run(sql<NoteRow>`
    select ${columns} from post_notes where tenant_id = ${tenantId} and post_id = any (${postIds}) and visibility = 'client'
    order by post_id, position`);
}
