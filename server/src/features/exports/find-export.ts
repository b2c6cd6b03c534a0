import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import * as exports from './export.repository.ts';
import type { ExportRow } from './export.ts';

/** The tenant's export; 404 when there is none. */
export async function findExport({ db, tenant }: Pick<Context, 'db' | 'tenant'>, id: string): Promise<ExportRow> {
  const row = await exports.byId(db, tenant.id, id);
  if (row === undefined) throw notFound('export', id);
  return row;
}
