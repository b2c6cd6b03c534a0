import { cutText, safeMarkup } from '../safe-text.ts';
import { excelSerial, type WallClock } from '../wall-clock.ts';
import type { StyleName } from './styles.ts';
import { styleIndex } from './styles.ts';

/** Excel holds no more in a cell. */
const TEXT_LENGTH_MAX = 32_767;
const CUT = ' … (cut here: a cell holds 32,767 characters)';
const HEADER = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`;
/** Excel knows no days before; 1900 is a leap year to it. */
const FIRST_DAY_MS = Date.UTC(1900, 2, 1);

type CellValue = string | number | Date | undefined;

export interface Cell {
  readonly value: CellValue;
  readonly style?: StyleName;
}

export interface Sheet {
  readonly name: string;
  readonly columns: readonly { readonly width: number }[];
  /** The first row, frozen and with filters. */
  readonly header?: readonly string[];
  readonly rows: () => AsyncIterable<readonly Cell[]>;
  /** Rows of the sheet, header and note at the end included. */
  readonly rowsMax?: number;
}

/** The XML of a sheet, row by row. Texts are always texts, never formulas. */
export async function* sheetXml(sheet: Sheet, clock: WallClock): AsyncIterable<string> {
  const { header, columns, rowsMax = Number.POSITIVE_INFINITY } = sheet;
  const isFrozen = header !== undefined;
  yield XML + HEADER;
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `<sheetViews><sheetView workbookViewId="0"${isFrozen ? '' : ' showGridLines="0"'}>${isFrozen ? pane : ''}</sheetView></sheetViews>`;
  yield '<sheetFormatPr defaultRowHeight="15"/><cols>';
  for (const [at, { width }] of columns.entries())
    yield `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  yield '</cols><sheetData>';
  let rows = 0;
  if (header !== undefined) {
    rows += 1;
    yield rowXml(
      rows,
      header.map((value) => ({ value, style: 'header' })),
      clock,
    );
  }
  let waiting: readonly Cell[] | undefined;
  let isCut = false;
  // The last row is held back, because the note takes its place when more would follow.
  for await (const cells of sheet.rows()) {
    if (waiting !== undefined) {
      if (rows + 1 === rowsMax) {
        isCut = true;
        break;
      }
      rows += 1;
      yield rowXml(rows, waiting, clock);
    }
    waiting = cells;
  }
  if (isCut) waiting = [{ value: endNote(rowsMax), style: 'note' }];
  if (waiting !== undefined) yield rowXml(++rows, waiting, clock);
  yield '</sheetData>';
  if (isFrozen) yield `<autoFilter ref="A1:${columnName(columns.length - 1)}${Math.max(rows, 1)}"/>`;
  yield '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>';
  yield '<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>';
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function endNote(rowsMax: number): string {
  return `This sheet ends here: it holds ${rowsMax.toLocaleString('en')} rows. The CSV and JSON Lines files hold all.`;
}

function rowXml(row: number, cells: readonly Cell[], clock: WallClock): string {
  let xml = `<row r="${row}">`;
  for (const [at, cell] of cells.entries()) xml += cellXml(`${columnName(at)}${row}`, cell, clock);
  return `${xml}</row>`;
}

function cellXml(place: string, { value, style }: Cell, clock: WallClock): string {
  if (value === undefined) return '';
  if (value instanceof Date) {
    const shownMs = clock.shownMs(value);
    if (shownMs >= FIRST_DAY_MS) return numberXml(place, excelSerial(shownMs), style ?? 'instant');
    return textXml(place, clock.minute(value), style);
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return '';
    return numberXml(place, value, style ?? (Number.isInteger(value) ? 'integer' : 'decimal'));
  }
  if (style !== 'day') return textXml(place, value, style);
  const dayMs = Date.parse(`${value}T00:00:00Z`);
  return dayMs >= FIRST_DAY_MS ? numberXml(place, excelSerial(dayMs), style) : textXml(place, value, undefined);
}

function numberXml(place: string, value: number, style: StyleName): string {
  return `<c r="${place}" s="${styleIndex(style)}"><v>${value}</v></c>`;
}

function textXml(place: string, text: string, style: StyleName = 'text'): string {
  const safe = safeMarkup(cutText(text, TEXT_LENGTH_MAX, CUT)).replace(LOOKS_ESCAPED, '_x005F_');
  const lines = safe.replace(/\r\n?/g, '\n');
  return `<c r="${place}" s="${styleIndex(style)}" t="inlineStr"><is><t xml:space="preserve">${lines}</t></is></c>`;
}

/** Excel reads `_x0041_` in a text as the letter A (ECMA-376, ST_Xstring). */
const LOOKS_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;

function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}
