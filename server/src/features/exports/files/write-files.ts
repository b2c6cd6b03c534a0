import type { DatasetHead, ExportFile, FileWriter } from '../dataset.ts';
import { csvArchive } from './csv.ts';
import { jsonLines } from './json-lines.ts';
import { htmlReport } from './report/html.ts';
import { reportOf } from './report/report.ts';
import { summarize } from './summary.ts';
import { tablesOf } from './tables.ts';
import { exportWorkbook } from './workbook/export-workbook.ts';
import { WORKBOOK_TYPE } from './workbook/workbook.ts';

/** Excel holds 1,048,576 rows in a sheet. */
const SHEET_ROWS_MAX = 1_000_000;

/** Writes all files of an export, one after the other, each as fast as the sink takes it. */
export const writeFiles: FileWriter = (dataset, sink) => writeFilesWithin(dataset, sink, SHEET_ROWS_MAX);

/** `rowsMax`: rows of a sheet of the workbook. */
export async function writeFilesWithin(
  dataset: Parameters<FileWriter>[0],
  sink: Parameters<FileWriter>[1],
  rowsMax: number,
): Promise<void> {
  const { head } = dataset;
  const summary = await summarize(dataset);
  const tables = tablesOf(dataset, summary);
  await sink(fileOf(head, 'excel', 'xlsx', WORKBOOK_TYPE), exportWorkbook(head, summary, tables, rowsMax));
  const report = await reportOf(dataset, summary);
  await sink(fileOf(head, 'report', 'html', 'text/html; charset=utf-8'), htmlReport(report));
  // Fonts and PDF take 20 MB, so they are loaded with the first report.
  const { pdfReport } = await import('./pdf/pdf-report.ts');
  await sink(fileOf(head, 'pdf', 'pdf', 'application/pdf'), pdfReport(report));
  await sink(fileOf(head, 'csv', 'csv.zip', 'application/zip'), csvArchive(tables, head.createdAt));
  await sink(fileOf(head, 'jsonl', 'jsonl', 'application/x-ndjson'), jsonLines(dataset, summary));
}

function fileOf(head: DatasetHead, kind: ExportFile['kind'], extension: string, contentType: string): ExportFile {
  const { platform, username } = head.account;
  const name = username.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60);
  const day = head.createdAt.toISOString().slice(0, 10);
  return { kind, filename: `${platform}-${name}-${day}.${extension}`, contentType };
}
