import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';
import type { PostRow } from './post.ts';

/** Writes the media of a post in all its parts. */
export async function writeMedia(tx: Runner, tenantId: string, { id, media, segments, targets }: PostRow) {
  await tx.run(sql`
    update posts set media = ${JSON.stringify(media)}::jsonb,
      segments = ${segments === null || segments.length === 0 ? null : JSON.stringify(segments)}::jsonb
    where tenant_id = ${tenantId} and id = ${id}`);
  const own = (targets ?? []).flatMap((target) =>
    target.input.media === undefined ? [] : { id: target.id, media: target.input.media },
  );
  if (own.length === 0) return;
  await tx.run(sql`
    update actions a set input = a.input || jsonb_build_object('media', t.media)
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as t (id text, media jsonb)
    where a.tenant_id = ${tenantId} and a.post_id = ${id} and a.id = t.id`);
}
