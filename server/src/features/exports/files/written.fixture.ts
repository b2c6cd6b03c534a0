import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import readWorkbook from 'read-excel-file/node';
import { type Dataset, FILE_KINDS, type FileKind } from '../dataset.ts';
import { writeFilesWithin } from './write-files.ts';

export type Written = Readonly<Record<FileKind, Buffer>>;

/** Writes files of the dataset into memory; those of other kinds are not made. */
export async function written(
  dataset: Dataset,
  kinds: readonly FileKind[] = FILE_KINDS,
  rowsMax = 1_000_000,
): Promise<Written> {
  const files: Partial<Record<FileKind, Buffer>> = {};
  await writeFilesWithin(
    dataset,
    async ({ kind }, content) => {
      if (kinds.includes(kind)) files[kind] = await buffer(Readable.from(content));
    },
    rowsMax,
  );
  return files as Written;
}

/** The rows of a workbook by the names of its sheets, as another author's library reads them. */
export async function sheetsOf({ excel }: Pick<Written, 'excel'>) {
  const sheets = await readWorkbook(excel, { trim: false });
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data]));
}
