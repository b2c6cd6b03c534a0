import { expect, test } from 'vitest';
import { fakeSession } from '../../shared/meta/session.fake.ts';
import { facetsOf, findFacets } from './facets.ts';

const found = (text: string) =>
  findFacets(text).map(({ kind, start, end, value }) => [kind, text.slice(start, end), value]);

test.each<[string, string[][]]>([
  ['see https://a.example/x?y=1, then', [['link', 'https://a.example/x?y=1', 'https://a.example/x?y=1']]],
  [
    '(https://a.example/x) and https://a.example/(x).',
    [
      ['link', 'https://a.example/x', 'https://a.example/x'],
      ['link', 'https://a.example/(x)', 'https://a.example/(x)'],
    ],
  ],
  ['a.example and mailto:x@y.example', []],
  [
    '#one, #Zwei! ＃三 #1 #1a #️⃣ a#b',
    [
      ['tag', '#one', 'one'],
      ['tag', '#Zwei', 'Zwei'],
      ['tag', '＃三', '三'],
      ['tag', '#1a', '1a'],
    ],
  ],
  [`#${'x'.repeat(65)}`, []],
  [
    '@Alice.test: hi (@bob.example.com) x@y.example @nobody',
    [
      ['mention', '@Alice.test', 'alice.test'],
      ['mention', '@bob.example.com', 'bob.example.com'],
    ],
  ],
  [
    'https://a.example/#b and https://a.example/@c.example',
    [
      ['link', 'https://a.example/#b', 'https://a.example/#b'],
      ['link', 'https://a.example/@c.example', 'https://a.example/@c.example'],
    ],
  ],
  ['https:// http://[ nothing', []],
])('%j', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('offsets are bytes of UTF-8, and an unknown handle stays text', async () => {
  const { session, requests } = fakeSession(({ url }) =>
    url.endsWith('handle=alice.test')
      ? { json: { did: 'did:plc:alice' } }
      : { status: 400, json: { error: 'InvalidRequest', message: 'Unable to resolve handle' } },
  );
  const text = '👩‍👩‍👧 Grüße @alice.test @bob.test @alice.test #Café';
  const facets = await facetsOf({ ...session, hosts: { pds: 'https://pds.test' } }, text);
  const bytes = Buffer.from(text);
  expect(
    facets.map(({ index, features }) => [bytes.subarray(index.byteStart, index.byteEnd).toString(), features]),
  ).toEqual([
    ['@alice.test', [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:alice' }]],
    ['@alice.test', [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:alice' }]],
    ['#Café', [{ $type: 'app.bsky.richtext.facet#tag', tag: 'Café' }]],
  ]);
  expect(requests).toHaveLength(2);
});

test('a link ends before an ellipsis, which the library keeps in part', () => {
  for (const ellipsis of ['...', '…', '....'])
    expect(findFacets(`https://a.com/x${ellipsis} b.com${ellipsis}`), ellipsis).toMatchObject([
      { value: 'https://a.com/x' },
      { value: 'https://b.com' },
    ]);
});

test('a domain that begins with http is a link with a scheme, which the library forgets', () => {
  expect(findFacets('httpbin.org')).toEqual([{ kind: 'link', start: 0, end: 11, value: 'https://httpbin.org' }]);
});

test('a tag has 64 characters as people see them', () => {
  expect(findFacets(`#${'👍🏽'.repeat(64)}`)).toHaveLength(1);
  expect(findFacets(`#${'👍🏽'.repeat(65)}`)).toEqual([]);
});
