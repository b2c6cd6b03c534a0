import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { safeText } from './safe-text.ts';
import type { Table } from './tables.ts';
import { zip } from './zip.ts';

/**
 * A ZIP archive with one CSV file for each table: UTF-8 with a byte order mark, times as ISO 8601 in UTC. A text that
 * a spreadsheet would read as a formula starts with an apostrophe (OWASP, "CSV Injection").
 */
export function csvArchive(tables: readonly Table[], writtenAt: Date): AsyncIterable<Uint8Array> {
  return zip(
    tables.map((table) => ({ path: `${table.name}.csv`, content: () => csvOf(table) })),
    writtenAt,
  );
}

async function* csvOf({ columns, rows }: Table): AsyncIterable<string> {
  const source = Readable.from(cellsOf(rows()));
  const lines = source.pipe(
    stringify({ bom: true, header: true, columns: columns.map(({ name }) => name), escape_formulas: true }),
  );
  source.on('error', (error) => lines.destroy(error));
  lines.setEncoding('utf8');
  try {
    for await (const text of lines) yield text;
  } finally {
    source.destroy();
  }
}

async function* cellsOf(rows: ReturnType<Table['rows']>) {
  for await (const row of rows) {
    yield row.map((value) => {
      if (value instanceof Date) return value.toISOString();
      return typeof value === 'string' ? safeText(value) : value;
    });
  }
}
