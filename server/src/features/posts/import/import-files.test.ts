import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../../test/harness.ts';
import { rowsOf } from '../../../../test/rows.ts';
import { accountOf } from '../../../../test/steps.ts';
import { importCsv, sendForm } from './import-posts.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let account: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
  account = accountOf(ws, 'mastodon').id;
});
afterAll(() => service?.close());

/** Under a key of its own each time, so that the same texts may come again. */
let count = 0;
const send = (content: string | Uint8Array<ArrayBuffer>) =>
  importCsv(service, ws.api, content, { headers: { 'idempotency-key': `file-${++count}` } });

async function textsOf(content: string | Uint8Array<ArrayBuffer>): Promise<Body[]> {
  const { body } = await send(content);
  expect(body.errors, JSON.stringify(body)).toEqual([]);
  return body.posts.map(({ text, title }: Body) => (title === undefined ? text : [text, title]));
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('files as spreadsheets write them', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, unknown[]]>([
    ['a byte order mark', '\ufefftext,title\nä😀,b', [['ä😀', 'b']]],
    ['UTF-16 with tabs, as Excel’s Unicode text', utf16('text\ttitle\r\nä😀\tb\r\n'), [['ä😀', 'b']]],
    ['UTF-16 the other way round', utf16('text\ttitle\r\nä\tb').swap16(), [['ä', 'b']]],
    ['semicolons', 'text;title\na,b;c', [['a,b', 'c']]],
    ['tabs', 'text\ttitle\na;b\tc,d', [['a;b', 'c,d']]],
    ['a first line that names the separator', 'sep=;\r\ntext;title\r\na,b;c', [['a,b', 'c']]],
    ['line ends of old and new systems at once', 'text\ra\r\nb\nc', ['a', 'b', 'c']],
    [
      'quotes with quotes, separators and line breaks inside',
      'text,title\n"a ""b"",\r\nc","d"',
      [['a "b",\r\nc', 'd']],
    ],
    ['separators inside the header’s quotes', '"text";"title"\n"a;b";c', [['a;b', 'c']]],
    ['empty columns and rows at the end', 'text,title,,,\na,b,,,\n,,,,\n"",,,,\nc,,,,\n\n\n', [['a', 'b'], 'c']],
    [
      'cells that look like formulas',
      'text,title\n=1+1,+49 30\n@home,-5\n"=HYPERLINK(""x"")",\t=x',
      [
        ['=1+1', '+49 30'],
        ['@home', '-5'],
        ['=HYPERLINK("x")', '\t=x'],
      ],
    ],
    ['spaces around a text', 'text,title\n a ,', [' a ']],
    ['a header in any case, order and spelling of spaces', 'Title,First Comment,TEXT,Schedule-At\na,,b,', [['b', 'a']]],
    ['no header', 'a,b\n"c,d",', [['a', 'b'], 'c,d']],
    ['no header and one column', 'Only a text', ['Only a text']],
    ['a first text with braces', '{Hi|Hello} there,b', [['{Hi|Hello} there', 'b']]],
    ['no line end at the end', 'text\na', ['a']],
  ])('%s', async (_, content, expected) => {
    expect(await textsOf(content)).toEqual(expected);
  });

  test('a file without a header comes with a warning', async () => {
    expect((await send('message,when\nHello,later')).body.warnings).toMatchObject([/names no column/]);
    expect((await send('text\nHello')).body.warnings).toEqual([]);
  });

  test('rows are counted as the spreadsheet shows them', async () => {
    const { body } = await send('\ntext,visibility\n\na,\n"b\nb\nb",secret\n,,\nc,secret\n');
    expect(body).toMatchObject({ total_rows: 3, created: 1, failed: 2, errors: [{ row: 5 }, { row: 7 }] });
    const { body: hinted } = await send('sep=,\ntext,visibility\na,secret');
    expect(hinted.errors).toMatchObject([{ row: 3, field: 'visibility' }]);
  });
});

describe('a rejected row names its column', () => {
  const header = 'text,account_ids,scheduled_at,timezone,visibility,platform_data,media_urls,board_id,first_comment\n';
  const deep = `{""mastodon"":${'['.repeat(200)}${']'.repeat(200)}}`;
  test.each([
    ['account_ids', `a,${'ACC'}|${'ACC'},,,,,,,`, /only once/],
    ['account_ids', `a,,${new Date().getUTCFullYear() + 1}-01-01,,,,,,`, /target/],
    ['scheduled_at', 'a,ACC,2020-01-01T09:00:00Z,,,,,,', /passed/],
    ['scheduled_at', 'a,ACC,31.01.2027 09:00,,,,,,', /such as 2027-01-31T09:00:00Z/],
    ['scheduled_at', 'a,ACC,2099-01-01,,,,,,', /two years/],
    ['timezone', 'a,ACC,2027-01-31 09:00,Europe/Berln,,,,,', /Europe\/Berlin/],
    ['visibility', 'a,ACC,,,everyone,,,,', /public/],
    ['platform_data', 'a,ACC,,,,{mastodon,,,', /JSON/],
    ['platform_data', 'a,ACC,,,,"[1]",,,', /./],
    ['platform_data', 'a,ACC,,,,"{""myspace"":{}}",,,', /myspace/],
    ['platform_data', 'a,ACC,,,,"{""mastodon"":{""spoiler"":""x""}}",,,', /spoiler/],
    ['platform_data', String.raw`a,ACC,,,,"{""mastodon"":{""spoiler_text"":""\u0000""}}",,,`, /NUL/],
    ['platform_data', String.raw`a,ACC,,,,"{""mastodon"":{""spoiler_text"":""\ud800""}}",,,`, /halves/],
    ['platform_data', `a,ACC,,,,"${deep}",,,`, /deep/],
    ['media_urls', 'a,ACC,,,,,ftp://example.com/a.jpg,,', /address/],
    ['media_urls', 'a,ACC,,,,,http://127.0.0.1/a.jpg,,', /address/],
    ['board_id', 'a,ACC,,,,,,7,', /no boards/],
    ['text', `${'x'.repeat(100_001)},ACC,,,,,,,`, /100000/],
    [undefined, 'a,ACC,,,,,,,,surplus', /no column/],
  ])('%s', async (field, row, message) => {
    const { status, body } = await send(`${header}fine,,,,,,,,\n${row.replaceAll('ACC', account)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total_rows: 2, created: 1, failed: 1, errors: [{ row: 3 }] });
    expect(body.errors[0].field).toBe(field);
    expect(body.errors[0].message).toMatch(message);
  });
});

describe('a rejected file', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ['an image', png, /an image/],
    ['a workbook', Buffer.from('504b0304140006000800', 'hex'), /Excel workbook/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Excel workbook/],
    ['a PDF', '%PDF-1.7\n%âãÏÓ', /PDF/],
    ['compressed', Buffer.from('1f8b0800', 'hex'), /compressed/],
    ['JSON', ' [{"text": "a"}]', /JSON/],
    ['a web page', '<!DOCTYPE html><table></table>', /HTML/],
    ['random bytes', Buffer.from('fa27b1c09d', 'hex'), /UTF-8/],
    ['Latin-1', Buffer.from('text\nGrüße', 'latin1'), /UTF-8/],
    ['a character cut in half', Buffer.from('text\nä').subarray(0, -1), /UTF-8/],
    ['NUL characters', 'text\na\0b', /NUL/],
    ['UTF-16 without a mark', Buffer.from('text\na', 'utf16le'), /NUL/],
    ['nothing', '', /no rows/],
    ['a mark alone', '\ufeff', /no rows/],
    ['empty rows', '\n,,\n"",\n', /no rows/],
    ['a header alone', 'text,title\n', /no rows/],
    ['a quote that is never closed', 'text\na\n"b\nc\n', /row 3 is never closed/],
    ['a quote never closed before much more', `text\n"a${'x\n'.repeat(800_000)}`, /Row 2 .* quote/],
    ['a quote in the middle of a cell', 'text\na\na 5" screen\n', /Row 3/],
    ['text behind a closing quote', 'text\n"a" b\n', /Row 2/],
    ['an unknown column', 'text,titel\na,b', /Did you mean title\?/],
    ['a header of typing errors', 'txet,titel\na,b', /Did you mean text\?/],
    ['a column twice', 'text,title,Text\na,b,c', /twice/],
    ['no column text', 'title,account_ids\na,b', /no column text/],
    ['a row of 101 cells', `text\n"a,\nb"${',x'.repeat(100)}`, /Row 2 has more than 100 cells/],
    ['a row of separators', `sep=;\ntext\na\n${';'.repeat(2_000_000)}`, /Row 4 has more than 100 cells/],
    ['many empty cells', `text\na\n${`${','.repeat(99)}\r\n`.repeat(10_000)}`, /1000000 cells up to row 10002/],
    ['10,001 rows', `text\n${'a\n'.repeat(10_001)}`, /10000 rows/],
  ])('%s', async (_, content, message) => {
    const before = await rowsOf(service, ws.tenantId);
    const { status, body } = await send(content);
    expect(body).toMatchObject({ code: 'invalid_request', meta: { field: 'file' } });
    expect(body.error).toMatch(message);
    expect(status).toBe(400);
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('a syntax error in the last row rolls back the first rows', async () => {
    const before = await rowsOf(service, ws.tenantId);
    const rows = Array.from({ length: 1000 }, (_, index) => `row ${index},${account}`);
    expect((await send(`text,account_ids\n${rows.join('\n')}\n"open`)).status).toBe(400);
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });
});

describe('a rejected form', () => {
  const file = () => new Blob(['text\na']);
  const form = (fill: (form: FormData) => void) => {
    const data = new FormData();
    fill(data);
    return data;
  };
  const post = (body: FormData | string, headers: Record<string, string> = {}, query = '') =>
    sendForm(service, ws.api.key, body, { headers, query });

  test.each<[string, FormData, string]>([
    ['without a file', form((data) => data.append('file', 'text\na')), 'file'],
    ['that is empty', form(() => {}), 'file'],
    ['with another field', form((data) => data.append('csv', file(), 'posts.csv')), 'csv'],
    [
      'with a field besides',
      form((data) => {
        data.append('dry_run', 'true');
        data.append('file', file(), 'posts.csv');
      }),
      'dry_run',
    ],
    [
      'with two files',
      form((data) => {
        data.append('file', file(), 'posts.csv');
        data.append('file', file(), 'posts.csv');
      }),
      'file',
    ],
  ])('%s', async (_, data, field) => {
    const { status, body } = await post(data);
    expect({ status, field: body.meta.field }).toEqual({ status: 400, field });
  });

  test('a body that is not a form', async () => {
    for (const type of ['application/json', 'text/csv', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      const { status, body } = await post('text\na', { 'content-type': type });
      expect({ type, status, code: body.code }).toEqual({ type, status: 415, code: 'unsupported_media_type' });
    }
    const broken = await post('text\na', { 'content-type': 'multipart/form-data; boundary=x' });
    expect({ status: broken.status, field: broken.body.meta.field }).toEqual({ status: 400, field: 'body' });
  });

  test('an unknown query parameter', async () => {
    const data = form((data) => data.append('file', file(), 'posts.csv'));
    const { status, body } = await post(data, {}, '?dryrun=true');
    expect({ status, field: body.meta.field }).toEqual({ status: 400, field: 'dryrun' });
    expect(body.error).toContain('dry_run');
    expect((await post(data, {}, '?dry_run=maybe')).body.meta.field).toBe('dry_run');
  });
});

test('thousands of unknown zones take little time of the processor, and the first ones get a guess', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `a,2027-01-31 09:00,Europe/Berli${n}`);
  const before = process.cpuUsage();
  const { body } = await send(`text,scheduled_at,timezone\n${rows.join('\n')}`);
  expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
  expect(body.failed).toBe(3000);
  expect(body.errors[0].message).toContain('Did you mean Europe/Berlin?');
  expect(body.errors[0].message).not.toContain('Use a name');
  expect(body.errors.at(-1).message).toContain('Use a name of the IANA database');
});
