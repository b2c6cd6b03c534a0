import { type CsvRow, parseCsv } from './parse-csv.ts';

const SEPARATORS = [',', ';', '\t'] as const;
const HEAD_CHARACTERS = 16 * 1024;

/**
 * Parses the rows of a table with any usual separator and line ends. Quoted cells may contain doubled quotes and line
 * breaks. `names` are the known column names, which help to detect the separator.
 */
export async function* rowsOf(text: AsyncIterable<string>, names: readonly string[]): AsyncGenerator<CsvRow> {
  const pieces = text[Symbol.asyncIterator]();
  const head = await headOf(pieces);
  const hint = /^sep=([,;\t])(\r\n|\r|\n)/i.exec(head);
  const start = hint === null ? head : head.slice(hint[0].length);
  const separator = hint?.[1] ?? separatorOf(firstRowOf(start), names);
  yield* parseCsv(continued(start, pieces), { separator, rowsBefore: hint === null ? 0 : 1 });
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
