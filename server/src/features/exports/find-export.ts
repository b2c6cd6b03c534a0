import { brandsShown } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import * as exports from './export.repository.ts';
import type { ExportRow } from './export.ts';

/** The export; 404 when there is none that the actor reaches. */
export async function findExport(
  { db, tenant, actor }: Pick<Context, 'db' | 'tenant' | 'actor'>,
  id: string,
): Promise<ExportRow> {
  const row = await exports.byId(db, tenant.id, id, brandsShown(actor));
  if (row === undefined) throw notFound('export', id);
  return row;
}
