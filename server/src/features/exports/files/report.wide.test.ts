import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { judge } from '../../../../../simulator/judges/clients/judge.ts';
import { INSTALL_MS } from '../../../../../simulator/judges/installed.ts';
import { exampleDataset, exampleItem } from './example-dataset.fixture.ts';
import { pictureOf } from './logo.ts';
import { sheetsOf, type Written, written } from './written.fixture.ts';

const BOTH = ['report', 'pdf'] as const;
const EMPTY = { items: 0, days: 0, comments: 0 };

// biome-ignore lint/suspicious/noExplicitAny: the library is installed by this suite only.
let unpdf: any;
beforeAll(async () => {
  unpdf = await judge('unpdf');
}, INSTALL_MS);

async function pagesOf({ pdf }: Written): Promise<readonly string[]> {
  const { text } = await unpdf.extractText(await unpdf.getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page: string) => page.replaceAll(/\s+/g, ' '));
}

describe('the report of an export', () => {
  const dataset = exampleDataset({ items: 50, days: 60, comments: 20 });
  let files: Written;
  beforeAll(async () => {
    files = await written(dataset);
  });

  test('shows the numbers of the workbook, as HTML and as PDF', async () => {
    const summary = (await sheetsOf(files)).Summary ?? [];
    const totals = summary.slice(summary.findIndex(([label]) => label === 'Totals of videos'));
    const [html, pdf] = [files.report.toString(), (await pagesOf(files)).join(' ')];
    for (const metric of ['Views', 'Likes', 'Comments', 'Shares']) {
      const shown = Number(totals.find(([label]) => label === metric)?.[1]).toLocaleString('en');
      expect(html, metric).toContain(`<strong>${shown}</strong>`);
      expect(pdf, metric).toContain(shown);
    }
    for (const text of ['Nordlicht Coffee Roasters', 'Europe/Berlin', '1 Mar 2026, 10:30', 'not told']) {
      expect(html).toContain(text);
      expect(pdf).toContain(text);
    }
  });

  test('counts the pages of the PDF and repeats the header of the table on them', async () => {
    const pages = await pagesOf(files);
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, page] of pages.entries()) expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    for (const page of pages.slice(2)) expect(page).toContain('Published Title Views');
    const { info } = await unpdf.getMeta(await unpdf.getDocumentProxy(new Uint8Array(files.pdf)));
    expect(info).toMatchObject({ Title: 'Nordlicht: Nordlicht Coffee Roasters', Author: 'Nordlicht' });
  });

  test('shows other scripts in the PDF', async () => {
    const text = (await pagesOf(files)).join(' ');
    expect(text).toContain('Кофе по-турецки: просто и вкусно');
    expect(text).toContain('Καφές στη χόβολη');
    expect(text).toMatch(/[\u0590-\u05ff]{3}/);
    expect(text).toMatch(/[\u0600-\u06ff\ufb50-\ufeff]{3}/);
    expect(text).not.toContain('stands for a character');
  });

  test('leaves other requests their turns while the PDF is drawn', async () => {
    let turns = 0;
    let isDrawn = false;
    const count = () => {
      turns += 1;
      if (!isDrawn) setImmediate(count);
    };
    setImmediate(count);
    await written(exampleDataset(EMPTY), ['pdf']);
    isDrawn = true;
    expect(turns).toBeGreaterThan(3);
  });

  test.each([
    ['invisible letters', '\u00ad'.repeat(2600) + 'W'.repeat(400)],
    ['narrow letters', 'i'.repeat(3000)],
    ['marks on one letter', `a${'\u0301'.repeat(3000)}`],
    ['joined letters', '\u200d'.repeat(3000)],
    ['short words', 'i '.repeat(1500)],
    ['families', '👨‍👩‍👧'.repeat(300)],
    ['letters from right to left', '\u05d0'.repeat(3000)],
  ])('measures a long name of %s few times and shows that it is cut', async (_kind, username) => {
    const measuring = vi.spyOn(PDFDocument.prototype as { widthOfString(text: string): number }, 'widthOfString');
    const dataset = exampleDataset(EMPTY);
    const { account } = dataset.head;
    const files = await written({ ...dataset, head: { ...dataset.head, account: { ...account, username } } }, ['pdf']);
    const characters = measuring.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    measuring.mockRestore();
    expect(characters).toBeLessThan(50_000);
    expect((await pagesOf(files)).join(' ')).toContain('…');
  });

  test('is the same for the same dataset', async () => {
    const again = await written(dataset, BOTH);
    expect(again.pdf.equals(files.pdf)).toBe(true);
    expect(again.report.equals(files.report)).toBe(true);
  });

  test('has no script, no outside resource and no markup of others', async () => {
    const title = '</td><script>alert(1)</script><img src=x onerror=alert(1)>';
    const head = { brand: { name: `"><svg onload=alert(1)>`, timezone: 'Europe/Berlin' }, missing: ['<b>a & b</b>'] };
    const items = [
      { ...exampleItem(0), title },
      { ...exampleItem(1), title },
    ];
    const html = (await written(exampleDataset(EMPTY, { head, items }), ['report'])).report.toString();
    expect(html).not.toMatch(/<script|<img|<svg onload|<b>|https?:|\bsrc=x\b(?!.*&gt;)/);
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('&lt;b&gt;a &amp; b&lt;/b&gt;');
  });
});

test('a report without any data, with one item and with characters of no font is whole', async () => {
  const none = await written(exampleDataset(EMPTY, { head: { missing: ['Comments could not be read.'] } }), BOTH);
  expect(none.report.toString()).toContain('There is nothing to list.');
  const [page] = await pagesOf(none);
  expect(page).toContain('The platform told no numbers for this export.');
  expect(page).toContain('Comments could not be read.');
  const item = { ...exampleItem(0), title: `日本語 ${'long '.repeat(500)}`, metrics: { views: 1_234_567_890_123 } };
  const one = await written(exampleDataset(EMPTY, { items: [item] }), BOTH);
  expect(one.report.toString()).toContain('日本語');
  const [only, ...more] = await pagesOf(one);
  expect(only).toContain('1.235T');
  expect(only).toContain('� stands for a character that this PDF has no font for.');
  expect(more).toEqual([]);
});

/** A PNG of one colour that is small as a file, whatever its size. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a logo is shown; one that is no picture, too large or a decompression bomb is left out, and the report says so', async () => {
  const withLogo = async (bytes: Uint8Array, contentType = 'image/png') => {
    const brand = { name: 'Nordlicht', timezone: 'Europe/Berlin', logo: { contentType, bytes } };
    return written(exampleDataset({ ...EMPTY, items: 1 }, { head: { brand } }), BOTH);
  };
  const shown = await withLogo(png(800, 200));
  expect(shown.report.toString()).toMatch(/<img class="logo"[^>]+src="data:image\/png;base64,/);
  expect(shown.pdf.includes('/Subtype /Image')).toBe(true);
  const bad = [
    [Buffer.from('no picture'), 'The logo is left out: it is of an unknown type.'],
    [png(8_000, 8_000), 'The logo is left out: it has more than 25 million pixels.'],
    [png(40, 40).subarray(0, 60), 'The logo is left out: it '],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'The logo is left out: it '],
    [Buffer.alloc(6 * 1024 * 1024), 'The logo is left out: it has more than 5 MB.'],
  ] as const;
  for (const [bytes, why] of bad) {
    expect(await pictureOf({ contentType: 'image/png', bytes })).toEqual({ missing: expect.stringContaining(why) });
  }
  const files = await withLogo(bad[0][0]);
  expect(files.report.toString()).toContain(bad[0][1]);
  expect(files.report.toString()).not.toContain('<img');
  expect((await pagesOf(files)).join(' ')).toContain(bad[0][1]);
});
