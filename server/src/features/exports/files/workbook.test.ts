import { describe, expect, test } from 'vitest';
import type { DatasetItem } from '../dataset.ts';
import { exampleDataset } from './example-dataset.fixture.ts';
import { sheetsOf, written } from './written.fixture.ts';
import { zip } from './zip.ts';

const EXCEL = ['excel'] as const;
const SIZES = { items: 12, days: 30, comments: 25 };
const one = (changes: Partial<DatasetItem>): DatasetItem => ({ platformId: 'v1', metrics: {}, ...changes });

/** The sheets of a workbook with these items only. */
async function sheetsWith(...items: readonly DatasetItem[]) {
  return sheetsOf(await written(exampleDataset({ items: 0, days: 0, comments: 0 }, { items }), EXCEL));
}

describe('the workbook of an export', () => {
  test('has a sheet for each list, whose sums are the totals of the summary', async () => {
    const sheets = await sheetsOf(await written(exampleDataset(SIZES), EXCEL));
    expect(Object.keys(sheets)).toEqual(['Summary', 'Videos', 'Daily metrics', 'Comments', 'Transcripts']);
    const [header = [], ...rows] = sheets.Videos ?? [];
    expect(rows).toHaveLength(12);
    const sumOf = (title: string) => rows.reduce((sum, row) => sum + Number(row[header.indexOf(title)] ?? 0), 0);
    const summary = sheets.Summary ?? [];
    const from = summary.findIndex(([label]) => label === 'Totals of videos');
    const totalOf = (label: string) => summary.slice(from).find(([name]) => name === label)?.[1];
    for (const metric of ['Views', 'Likes', 'Comments', 'Shares']) {
      expect(totalOf(metric), metric).toBe(sumOf(metric));
      expect(sumOf(metric), metric).toBeGreaterThan(0);
    }
    expect(totalOf('Average watch seconds')).toBeCloseTo(sumOf('Average watch seconds') / 12, 9);
    expect(sheets.Comments).toHaveLength(26);
    expect(sheets['Daily metrics']).toHaveLength(31);
    expect(summary).toContainEqual(['Shares', expect.any(Number), expect.any(Number), '9 of 12', 'the sum']);
  });

  test('shows dates by the clock of the brand, also over a change of the clock', async () => {
    const before = new Date('2026-03-29T00:59:00Z');
    const after = new Date('2026-03-29T01:00:00Z');
    const sheets = await sheetsWith(one({ createdAt: before }), one({ createdAt: after }));
    const shown = (sheets.Posts ?? []).slice(1).map(([date]) => (date as unknown as Date).toISOString());
    expect(shown).toEqual(['2026-03-29T01:59:00.000Z', '2026-03-29T03:00:00.000Z']);
  });

  test('leaves a number empty that the platform did not tell, and says so', async () => {
    const sheets = await sheetsWith(one({ metrics: { views: 0 } }), one({ metrics: { likes: 3 } }));
    expect(sheets.Posts?.slice(1).map((row) => row.slice(2, 4))).toEqual([
      [0, null],
      [null, 3],
    ]);
    expect(JSON.stringify(sheets.Summary)).toContain('Likes: told by the platform for 1 of 2 posts.');
  });

  test('has no total of a reach, because one person counts once', async () => {
    const reached = [120, 80].map((reach) => one({ metrics: { reach } }));
    const days = ['2026-01-01', '2026-01-02'].map((date) => ({ date, metrics: { reach: 70 } }));
    const files = await written(exampleDataset({ items: 0, days: 0, comments: 0 }, { items: reached, days }));
    const sheets = await sheetsOf(files);
    const totals = sheets.Summary?.filter(([label]) => label === 'Reach').map(([, total, highest]) => [total, highest]);
    expect(totals).toEqual([
      [null, 120],
      [null, 70],
    ]);
    expect(files.report.toString()).not.toMatch(/<strong>200/);
  });

  test('keeps texts as texts, whatever they look like or hold', async () => {
    const texts = [
      '=1+1',
      '+49 30',
      '-5',
      '@sum(a1)',
      '  spaces  ',
      'a\u0000b\u001bc',
      'half \ud800 pair',
      '<&>"',
      '_x0041_',
    ];
    const files = await written(
      exampleDataset({ items: 0, days: 0, comments: 0 }, { items: texts.map((title) => one({ title })) }),
      EXCEL,
    );
    const titles = (await sheetsOf(files)).Posts?.slice(1).map((row) => row[1]);
    expect(titles?.slice(0, 8)).toEqual([...texts.slice(0, 5), 'a\ufffdb\ufffdc', 'half \ufffd pair', '<&>"']);
  });

  test('cuts a text that no cell holds, and says so', async () => {
    const long = `${'a'.repeat(32_720)}${'😀'.repeat(100)}`;
    const sheets = await sheetsWith(one({ title: long }), one({ title: 'b'.repeat(32_767) }));
    const [cut, whole] = (sheets.Posts ?? []).slice(1).map((row) => String(row[1]));
    expect(cut).toMatch(/^a+(😀)* … \(cut here: a cell holds 32,767 characters\)$/u);
    expect(cut?.length).toBeLessThanOrEqual(32_767);
    expect(whole).toHaveLength(32_767);
  });

  test('ends a sheet at its last row, and says so there and in the summary', async () => {
    const full = await sheetsOf(await written(exampleDataset({ items: 9, days: 0, comments: 9 }), EXCEL, 10));
    expect(full.Comments).toHaveLength(10);
    expect(JSON.stringify(full)).not.toContain('ends here');
    const cut = await sheetsOf(await written(exampleDataset({ items: 9, days: 0, comments: 10 }), EXCEL, 10));
    expect(cut.Comments).toHaveLength(10);
    expect(cut.Comments?.at(-1)?.[0]).toContain('This sheet ends here: it holds 10 rows.');
    expect(JSON.stringify(cut.Summary)).toContain('ends here');
  });

  test('says what is missing, and is whole without any data', async () => {
    const head = { missing: ['Comments could not be read: the platform does not answer.'] };
    const sheets = await sheetsOf(await written(exampleDataset({ items: 0, days: 0, comments: 0 }, { head }), EXCEL));
    expect(Object.keys(sheets)).toEqual(['Summary', 'Posts', 'Daily metrics', 'Comments', 'Transcripts']);
    expect(JSON.stringify(sheets.Summary)).toContain('Comments could not be read: the platform does not answer.');
    const told = await sheetsWith(one({ transcript: { missing: 'not_configured' } }));
    expect(JSON.stringify(told.Summary)).toContain(
      'Transcripts of 1 post are missing: this installation has no settings for them.',
    );
  });

  test('stays short when each item lacks something for a reason of its own', async () => {
    const lacking = Array.from({ length: 40 }, (_, at) => one({ transcript: { missing: `No track of video ${at}.` } }));
    const sheets = await sheetsWith(...lacking);
    const said = (sheets.Summary ?? [])
      .map(([text]) => String(text))
      .filter((text) => text.startsWith('Transcripts of'));
    expect(said).toHaveLength(11);
    expect(said.at(-1)).toMatch(/^Transcripts of 30 posts are missing: other reasons/);
    expect(JSON.stringify(sheets.Transcripts)).toContain('No track of video 39.');
  });

  test('is the same for the same dataset', async () => {
    const [first, second] = [await written(exampleDataset(SIZES), EXCEL), await written(exampleDataset(SIZES), EXCEL)];
    expect(first.excel.equals(second.excel)).toBe(true);
  });

  test('stops reading when its taker stops', async () => {
    let isEnded = false;
    const comments = () =>
      (async function* () {
        try {
          for (let at = 0; ; at++) yield { ...example, platformId: `c${at}`, text: `${Math.random()}`.repeat(50) };
        } finally {
          isEnded = true;
        }
      })();
    const dataset = exampleDataset({ items: 1, days: 0, comments: 0 });
    const example = { itemPlatformId: 'v1', author: 'a', createdAt: new Date(0) };
    const archive = zip([{ path: 'a', content: () => texts(comments()) }], dataset.head.createdAt);
    let pieces = 0;
    for await (const _ of archive) if (++pieces === 5) break;
    await expect.poll(() => isEnded).toBe(true);
  });
});

async function* texts(rows: AsyncIterable<object>): AsyncIterable<string> {
  for await (const row of rows) yield JSON.stringify(row);
}
