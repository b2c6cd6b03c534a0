import { type ApiError, invalid } from '../../../core/errors.ts';
import { closest } from '../../../lib/closest.ts';

/** The columns of an import, in the order for files without a header (contract, 8.9). The last two are our additions. */
export const COLUMNS = [
  'text',
  'title',
  'account_ids',
  'scheduled_at',
  'visibility',
  'first_comment',
  'platform_data',
  'board_id',
  'timezone',
  'media_urls',
] as const;
export type Column = (typeof COLUMNS)[number];

/** The column at each position; undefined for cells that the header does not name. */
export type Layout = readonly (Column | undefined)[];

/** The alias that `create_post` takes too. */
const ALIASES: Readonly<Record<string, Column>> = { schedule_at: 'scheduled_at' };

/**
 * The layout of a header row, or undefined when the first row is a post. A row with one known name is a header, and so is a
 * row whose cells all resemble known names. Every cell of a header must name a column.
 */
export function readHeader(cells: readonly string[]): Layout | undefined {
  const names = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const given = names.filter((name) => name !== '');
  const isMistyped = given.length > 1 && given.every((name) => closest(name, COLUMNS) !== undefined);
  if (!given.some((name) => toColumn(name) !== undefined) && !isMistyped) return undefined;
  const layout = names.map((name) => (name === '' ? undefined : (toColumn(name) ?? reject(name))));
  const twice = layout.find((column, index) => column !== undefined && layout.indexOf(column) !== index);
  if (twice !== undefined) throw headerError(`The header names the column ${twice} twice.`);
  if (!layout.includes('text')) throw headerError('The header has no column text.');
  return layout;
}

function toColumn(name: string): Column | undefined {
  return COLUMNS.find((column) => column === name) ?? (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined);
}

function reject(name: string): never {
  const guess = closest(name, COLUMNS);
  const hint = guess === undefined ? `Known: ${COLUMNS.join(', ')}.` : `Did you mean ${guess}?`;
  throw headerError(`There is no column ${JSON.stringify(name.slice(0, 200).toWellFormed())}. ${hint}`);
}

function headerError(message: string): ApiError {
  return invalid('file', message);
}

/** The cells of a row by column, without empty ones. 400 for a value without a column name. */
export function readCells(cells: readonly string[], layout: Layout): Partial<Record<Column, string>> {
  const values: Partial<Record<Column, string>> = {};
  for (const [index, cell] of cells.entries()) {
    if (cell.trim() === '') continue;
    const column = layout[index];
    if (column === undefined)
      throw invalid(
        'row',
        `Cell ${index + 1} of the row belongs to no column. Perhaps a text with separators is not quoted.`,
      );
    values[column] = cell;
  }
  return values;
}
