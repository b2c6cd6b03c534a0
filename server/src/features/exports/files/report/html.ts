import { safeMarkup } from '../safe-text.ts';
import type { Report, ReportTable } from './report.ts';
import { STYLE } from './style.ts';
import { svgOf } from './svg.ts';

/** Forbids scripts and everything from outside, should a browser find any. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** The report as one HTML file without scripts and outside resources, for screens and printers. */
export async function* htmlReport(report: Report): AsyncIterable<Uint8Array> {
  yield Buffer.from(`${headOf(report)}${bodyOf(report)}`);
  for await (const piece of tableOf(report.table)) yield Buffer.from(piece);
  yield Buffer.from(`<footer>${safeMarkup(report.imprint)}</footer></main></body></html>\n`);
}

function headOf({ brand, account, logo, subtitle }: Report): string {
  const picture =
    logo === undefined
      ? ''
      : `<img class="logo" alt="${safeMarkup(brand)}" src="data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}">`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${safeMarkup(`${brand}: ${account}`)}</title><style>${STYLE}</style></head><body><main>`,
    `<header><div><p class="brand" dir="auto">${safeMarkup(brand)}</p>`,
    `<h1 dir="auto">${safeMarkup(account)}</h1><p class="subtitle" dir="auto">${safeMarkup(subtitle)}</p></div>`,
    `${picture}</header>`,
  ].join('');
}

function bodyOf({ facts, tiles, charts, notes, quotes }: Report): string {
  const about = facts.map(({ label, value }) => `<div><dt>${safeMarkup(label)}</dt><dd>${shown(value)}</dd></div>`);
  const numbers = tiles.map(
    ({ label, value, note }) =>
      `<div class="tile"><p>${safeMarkup(label)}</p><strong>${value}</strong><small>${safeMarkup(note)}</small></div>`,
  );
  const drawn = charts.map(
    ({ title, drawing }) => `<figure><figcaption>${safeMarkup(title)}</figcaption>${svgOf(drawing, title)}</figure>`,
  );
  const said = quotes.map(
    ({ text, by }) =>
      `<blockquote><p dir="auto">${safeMarkup(text)}</p><cite dir="auto">${safeMarkup(by)}</cite></blockquote>`,
  );
  return [
    `<dl>${about.join('')}</dl>`,
    numbers.length === 0
      ? '<p class="none">The platform told no numbers for this export.</p>'
      : `<section class="tiles">${numbers.join('')}</section>`,
    notes.length === 0
      ? ''
      : `<aside><h2>What is missing</h2><ul>${notes.map((note) => `<li dir="auto">${safeMarkup(note)}</li>`).join('')}</ul></aside>`,
    ...drawn,
    said.length === 0 ? '' : `<section><h2>Comments with the most likes</h2>${said.join('')}</section>`,
  ].join('');
}

async function* tableOf({ title, columns, rows, notes }: ReportTable): AsyncIterable<string> {
  const cols = columns.map(({ share }) => `<col style="width:${(share * 100).toFixed(1)}%">`).join('');
  const heads = columns.map((column) => `<th class="${column.align}">${safeMarkup(column.title)}</th>`).join('');
  yield `<section><h2>${safeMarkup(title)}</h2><table><colgroup>${cols}</colgroup><thead><tr>${heads}</tr></thead><tbody>`;
  let count = 0;
  for await (const row of rows()) {
    count += 1;
    const cells = row.map(
      (cell, at) => `<td class="${columns[at]?.align ?? 'left'}" dir="auto">${safeMarkup(cell)}</td>`,
    );
    yield `<tr>${cells.join('')}</tr>`;
  }
  if (count === 0) yield `<tr><td colspan="${columns.length}" class="none">There is nothing to list.</td></tr>`;
  yield `</tbody></table>${notes.map((note) => `<p class="note">${safeMarkup(note)}</p>`).join('')}</section>`;
}

function shown(value: string | number): string {
  return safeMarkup(typeof value === 'number' ? value.toLocaleString('en') : value);
}
