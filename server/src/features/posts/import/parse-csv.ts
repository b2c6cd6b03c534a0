import { type ApiError, invalid } from '../../../core/errors.ts';

/** A row with its number as a spreadsheet shows it: the first row of the file is 1. */
export interface CsvRow {
  readonly row: number;
  readonly cells: readonly string[];
}

export const TABLE = {
  /** No platform takes such a text, and mostly a quote was never closed. */
  rowCharactersMax: 1024 * 1024,
  rowCellsMax: 100,
  /** Empty ones count. */
  cellsMax: 1_000_000,
} as const;

const QUOTE = '"'.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
const CARRIAGE_RETURN = '\r'.charCodeAt(0);

/** The reader is at the start of a cell, in a plain cell, between quotes, or behind a quote that may close. */
type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * The rows of a table (RFC 4180, with any line ends). `rowsBefore`: rows that were read already. Throws 400 for a misplaced
 * quote and for a row beyond a bound, before it is kept.
 */
export async function* parseCsv(
  pieces: AsyncIterable<string>,
  { separator, rowsBefore }: { readonly separator: string; readonly rowsBefore: number },
): AsyncGenerator<CsvRow> {
  const separatorCode = separator.charCodeAt(0);
  let row = rowsBefore + 1;
  let cells: string[] = [];
  let allCells = 0;
  let cell = '';
  let characters = 0;
  let state: State = 'start';
  let last = 0;
  const endCell = () => {
    cells.push(cell);
    cell = '';
    state = 'start';
    if (cells.length > TABLE.rowCellsMax) throw invalid('file', `Row ${row} has more than ${TABLE.rowCellsMax} cells.`);
    if (++allCells > TABLE.cellsMax) throw tooManyCells(row);
  };

  for await (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      const before = last;
      last = code;
      if (++characters > TABLE.rowCharactersMax) throw tooLong(row);
      if (state === 'quoted') {
        if (code !== QUOTE) continue;
        cell += piece.slice(from, at);
        state = 'closed';
      } else if (code === QUOTE) {
        if (state === 'plain') throw misplacedQuote(row);
        // A quote behind a quote is the first character of the text that follows.
        from = state === 'closed' ? at : at + 1;
        state = 'quoted';
      } else if (code === separatorCode || code === LINE_FEED || code === CARRIAGE_RETURN) {
        if (code === LINE_FEED && before === CARRIAGE_RETURN) {
          characters = 0;
          continue;
        }
        if (state === 'plain') cell += piece.slice(from, at);
        endCell();
        if (code === separatorCode) continue;
        yield { row, cells };
        row += 1;
        cells = [];
        characters = 0;
      } else if (state === 'closed') throw misplacedQuote(row);
      else if (state === 'start') {
        from = at;
        state = 'plain';
      }
    }
    if (state === 'plain' || state === 'quoted') cell += piece.slice(from);
  }
  if ((state as State) === 'quoted') throw unreadable(`A quote that opens in row ${row} is never closed.`);
  if (characters === 0) return;
  endCell();
  yield { row, cells };
}

function tooManyCells(row: number): ApiError {
  return invalid('file', `The file has more than ${TABLE.cellsMax} cells up to row ${row}, the empty ones included.`);
}

function tooLong(row: number): ApiError {
  return unreadable(
    `Row ${row} is longer than a million characters. Perhaps a quote that opens there is never closed.`,
  );
}

function misplacedQuote(row: number): ApiError {
  return unreadable(
    `Row ${row} has a quote in the middle of a cell. Quote the whole cell and double the quotes inside.`,
  );
}

function unreadable(message: string): ApiError {
  return invalid('file', message, 'validation.body_invalid');
}
