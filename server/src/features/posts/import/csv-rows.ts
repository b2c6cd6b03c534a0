import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { invalid } from '../../../core/errors.ts';

/** A row with its number as a spreadsheet shows it: the first row of the file is 1. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [',', ';', '\t'] as const;
/** Longer cells are rejected: no platform takes such a text, and mostly a quote was never closed. */
const ROW_CHARACTERS_MAX = 1024 * 1024;
const HEAD_CHARACTERS = 64 * 1024;

/**
 * Parses the rows of a table with any usual separator and line ends. Quoted cells may contain doubled quotes and line
 * breaks. `names` are the known column names, which help to detect the separator.
 */
export async function* rowsOf(text: AsyncIterable<string>, names: readonly string[]): AsyncGenerator<CsvRow> {
  const pieces = text[Symbol.asyncIterator]();
  const head = await headOf(pieces);
  const hint = /^sep=([,;\t])(\r\n|\r|\n)/i.exec(head);
  const start = hint === null ? head : head.slice(hint[0].length);
  const parser = parse({
    delimiter: hint?.[1] ?? separatorOf(firstRowOf(start), names),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: ROW_CHARACTERS_MAX,
  });
  // Without the callback an error of the source would end the process.
  pipeline(Readable.from(continued(start, pieces)), parser, () => {});
  const rowsBefore = hint === null ? 0 : 1;
  let row = rowsBefore;
  try {
    for await (const cells of parser) yield { row: ++row, cells };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser reads ahead, so it reports the number of complete rows.
    const broken = rowsBefore + Number(error.records) + 1;
    throw invalid('file', explain(error.code, broken), 'validation.body_invalid');
  }
}

/** Reads until the first row is complete. */
async function headOf(pieces: AsyncIterator<string>): Promise<string> {
  let head = '';
  while (head.length < HEAD_CHARACTERS) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    head += value;
  }
  return head;
}

async function* continued(head: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => pieces };
}

/** The first row without its quoted parts. */
function firstRowOf(head: string): string {
  const bare = head.replace(/"[^"]*("|$)/g, (quoted) => quoted.replace(/[,;\t\r\n]/g, ' '));
  return bare.split(/\r|\n/, 1)[0] as string;
}

/** The separator that yields the most known names in the first row, else the most frequent one. */
function separatorOf(row: string, names: readonly string[]): string {
  const score = (separator: string) => {
    const cells = row.split(separator).map((cell) => cell.replaceAll('"', '').trim().toLowerCase());
    return cells.filter((cell) => names.includes(cell)).length * 1000 + cells.length;
  };
  return [...SEPARATORS].sort((a, b) => score(b) - score(a))[0] as string;
}

function explain(code: string, row: number): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A quote that opens in row ${row} is never closed.`;
    case 'CSV_MAX_RECORD_SIZE':
      return `Row ${row} is longer than a million characters. Perhaps a quote that opens there is never closed.`;
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `Row ${row} has a quote in the middle of a cell. Quote the whole cell and double the quotes inside.`;
    default:
      return `Row ${row} cannot be read as CSV (${code}).`;
  }
}
