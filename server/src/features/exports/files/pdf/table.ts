import { setImmediate } from 'node:timers/promises';
import { COLOURS } from '../charts/drawing.ts';
import { NOT_TOLD } from '../numbers.ts';
import type { ReportColumn, ReportTable } from '../report/report.ts';
import { MUTED, type Pages } from './page.ts';

const CELL: { readonly size: number; readonly colour: string } = { size: 8.5, colour: COLOURS.ink };
const HEAD = { size: 7.5, weight: 'bold', colour: COLOURS.muted } as const;
const PADDING = 4.5;
const GAP = 8;
/** Other requests have their turn after so many rows. */
const ROWS_AT_ONCE = 20;

interface Place extends ReportColumn {
  readonly x: number;
  readonly width: number;
}

/** Draws a table over as many pages as it needs. Each page repeats the header; no row is torn. */
export async function drawTable(pages: Pages, { columns, rows, notes }: ReportTable): Promise<void> {
  const places = placesOf(pages, columns);
  drawHeader(pages, places);
  let count = 0;
  for await (const row of rows()) {
    drawRow(pages, places, row);
    if (++count % ROWS_AT_ONCE === 0) await setImmediate();
  }
  pages.y += 6;
  if (count === 0) pages.write('There is nothing to list.', { style: MUTED });
  for (const note of notes) pages.write(note, { style: MUTED });
}

function placesOf(pages: Pages, columns: readonly ReportColumn[]): readonly Place[] {
  let x = pages.left;
  return columns.map((column, at) => {
    const whole = column.share * pages.width;
    const place = { ...column, x, width: whole - (at < columns.length - 1 ? GAP : 0) };
    x += whole;
    return place;
  });
}

function drawHeader(pages: Pages, places: readonly Place[]): void {
  const blocks = places.map(({ title, x, width, align }) =>
    pages.fit(title, { style: HEAD, linesMax: 2, x, width, align }),
  );
  const height = Math.max(...blocks.map((block) => block.height));
  pages.makeRoom(height + 60);
  for (const block of blocks) pages.putBlock(block, pages.y + height - block.height);
  pages.y += height + PADDING;
  pages.rule(pages.y, COLOURS.ink, 1);
}

function drawRow(pages: Pages, places: readonly Place[], row: readonly string[]): void {
  const cells = places.map((place, at) => {
    const text = row[at] ?? '';
    const style = text === NOT_TOLD ? { ...CELL, colour: COLOURS.muted } : CELL;
    const { x, width } = place;
    const align = place.align === 'right' ? ('right' as const) : ('start' as const);
    return pages.fit(text, { style, linesMax: 2, x, width, align });
  });
  const height = Math.max(...cells.map((cell) => cell.height)) + 2 * PADDING;
  if (pages.makeRoom(height)) drawHeader(pages, places);
  for (const cell of cells) pages.putBlock(cell, pages.y + PADDING);
  pages.y += height;
  pages.rule(pages.y, COLOURS.rule, 0.5);
}
