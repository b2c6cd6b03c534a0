import type { Runner } from '../../db/query.ts';
import * as exports from './export.repository.ts';
import { isExportId, type StoredExportFile } from './export.ts';

/** The file of an export that a signed address names; undefined when there is none any more. */
export async function downloadOf(
  db: Runner,
  tenantId: string,
  id: string,
  kind: string | undefined,
): Promise<StoredExportFile | undefined> {
  if (!isExportId(id)) return undefined;
  return (await exports.byId(db, tenantId, id, undefined))?.files.find((file) => file.kind === kind);
}
