import { setImmediate as nextTurn } from 'node:timers/promises';
import { COLOURS } from '../charts/drawing.ts';
import type { Chart, Report } from '../report/report.ts';
import { MUTED, Pages } from './page.ts';
import { drawTable } from './table.ts';

const { ink, muted, accent, soft, rule } = COLOURS;
const LOGO = { width: 130, height: 48 };
const TITLE = { size: 24, weight: 'bold', colour: ink } as const;
const SECTION = { size: 12.5, weight: 'bold', colour: ink } as const;
const BODY = { size: 9.5, colour: ink };
const COLUMNS = 3;
const GAP = 12;
const TILE_HEIGHT = 62;

/** The report as PDF: A4, embedded fonts, no outside resource. Equal reports give equal bytes. */
export async function* pdfReport(report: Report): AsyncIterable<Uint8Array> {
  const { account, brand, createdAt } = report;
  const pages = new Pages({ title: `${brand}: ${account}`, author: brand, createdAt });
  const parts = [drawLetterhead, drawFacts, drawTiles, drawNotes, ...report.charts.map(drawChart), drawQuotes];
  for (const draw of parts) {
    // Other requests have their turn, because fonts take tens of milliseconds.
    await nextTurn();
    draw(pages, report);
  }
  drawSection(pages, report.table.title, 90);
  await drawTable(pages, report.table);
  if (pages.hasReplacedCharacters) {
    pages.write('� stands for a character that this PDF has no font for. The HTML report and the workbook have it.', {
      style: MUTED,
    });
  }
  pages.finish((page, count) => furnish(pages, report, page, count));
  yield* pages.document as AsyncIterable<Uint8Array>;
}

function drawLetterhead(pages: Pages, { brand, account, subtitle, logo }: Report): void {
  const width = logo === undefined ? pages.width : pages.width - LOGO.width - 2 * GAP;
  const top = pages.y;
  if (logo !== undefined) {
    const x = pages.left + pages.width - LOGO.width;
    pages.document.image(Buffer.from(logo.bytes), x, top, {
      fit: [LOGO.width, LOGO.height],
      align: 'right',
      valign: 'center',
    });
  }
  pages.y += pages.put(brand, pages.y, {
    style: { size: 10.5, weight: 'bold', colour: accent },
    linesMax: 2,
    width,
    align: 'left',
  });
  pages.y += pages.put(account, pages.y, { style: TITLE, linesMax: 3, width, align: 'left' });
  pages.y += pages.put(subtitle, pages.y, { style: { size: 10.5, colour: muted }, linesMax: 2, width, align: 'left' });
  pages.y = Math.max(pages.y, top + (logo === undefined ? 0 : LOGO.height)) + 10;
  pages.rule(pages.y, ink, 1.5);
  pages.y += 14;
}

function drawFacts(pages: Pages, { facts }: Report): void {
  const width = (pages.width - (COLUMNS - 1) * GAP) / COLUMNS;
  for (let at = 0; at < facts.length; at += COLUMNS) {
    const heights = facts.slice(at, at + COLUMNS).map(({ label, value }, column) => {
      const x = pages.left + column * (width + GAP);
      const above = pages.put(label, pages.y, { style: MUTED, x, width, linesMax: 1 });
      const text = typeof value === 'number' ? value.toLocaleString('en') : value;
      return above + pages.put(text, pages.y + above, { style: { ...BODY, weight: 'bold' }, x, width, linesMax: 2 });
    });
    pages.y += Math.max(...heights) + 9;
  }
  pages.y += 5;
}

function drawTiles(pages: Pages, { tiles }: Report): void {
  if (tiles.length === 0) pages.write('The platform told no numbers for this export.', { style: BODY });
  const width = (pages.width - (COLUMNS - 1) * GAP) / COLUMNS;
  for (let at = 0; at < tiles.length; at += COLUMNS) {
    for (const [column, { label, value, note }] of tiles.slice(at, at + COLUMNS).entries()) {
      const x = pages.left + column * (width + GAP);
      pages.document.roundedRect(x, pages.y, width, TILE_HEIGHT, 4).fillColor(soft).fill();
      const inside = { x: x + 10, width: width - 20, linesMax: 1 };
      pages.put(label, pages.y + 8, { style: MUTED, ...inside });
      pages.put(value, pages.y + 19, { style: { size: 18, weight: 'bold', colour: ink }, ...inside });
      pages.put(note, pages.y + 45, { style: { size: 7.5, colour: muted }, ...inside });
    }
    pages.y += TILE_HEIGHT + GAP;
  }
}

function drawNotes(pages: Pages, { notes }: Report): void {
  if (notes.length === 0) return;
  drawSection(pages, 'What is missing', 30);
  for (const note of notes) {
    const paragraph = { style: BODY, x: pages.left + 12, width: pages.width - 12, linesMax: 6 };
    pages.makeRoom(pages.fit(note, paragraph).height);
    pages.put('•', pages.y, { style: { ...BODY, colour: accent } });
    pages.write(note, paragraph);
    pages.y += 3;
  }
}

function drawChart({ title, drawing }: Chart): (pages: Pages) => void {
  return (pages) => {
    drawSection(pages, title, drawing.height);
    pages.draw(drawing);
  };
}

function drawQuotes(pages: Pages, { quotes }: Report): void {
  if (quotes.length === 0) return;
  drawSection(pages, 'Comments with the most likes', 40);
  for (const { text, by } of quotes) {
    const paragraph = { style: BODY, x: pages.left + 12, width: pages.width - 12, linesMax: 4 };
    const byline = { ...paragraph, style: MUTED, linesMax: 1 };
    const height = pages.fit(text, paragraph).height + pages.fit(by, byline).height;
    pages.makeRoom(height);
    pages.document
      .rect(pages.left, pages.y + 1, 2.5, height)
      .fillColor(rule)
      .fill();
    pages.write(text, paragraph);
    pages.write(by, byline);
    pages.y += 8;
  }
}

/** A heading that stays with the height below it. */
function drawSection(pages: Pages, title: string, below: number): void {
  pages.y += 14;
  pages.makeRoom(26 + below);
  pages.write(title, { style: SECTION, linesMax: 2, align: 'left' });
  pages.y += 6;
}

function furnish(pages: Pages, { brand, account, imprint }: Report, page: number, count: number): void {
  const small = { size: 8, colour: muted };
  const half = pages.width / 2;
  if (page > 1) {
    pages.put(brand, 28, { style: { ...small, weight: 'bold' }, width: half - GAP, linesMax: 1, align: 'left' });
    pages.put(account, 28, { style: small, x: pages.left + half, width: half, linesMax: 1, align: 'right' });
    pages.rule(44, rule, 0.5);
  }
  const y = pages.bottom + 22;
  pages.rule(y - 6, rule, 0.5);
  pages.put(imprint, y, { style: small, width: pages.width - 90, linesMax: 1, align: 'left' });
  pages.put(`Page ${page} of ${count}`, y, { style: small, linesMax: 1, align: 'right' });
}
