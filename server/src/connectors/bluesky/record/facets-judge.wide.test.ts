import { beforeAll, expect, test } from 'vitest';
import { clients, INSTALL_MS } from '../../../../../simulator/judges/installed.ts';
import { fakeSession } from '../../shared/meta/session.fake.ts';
import { facetsOf } from './facets.ts';

/** Texts that Bluesky's own library and ours read. `.test` and existing top levels are handles and domains. */
const CORPUS = [
  'no facet at all',
  '',
  ' ',
  'https://a.example',
  'https://a.example.',
  'Read https://a.example/x?y=1&z=%20#part, then',
  'https://a.example/x!',
  'https://a.example/x!?',
  'https://a.example/x; https://b.example/y: end',
  '(https://a.example/x)',
  '(https://a.example/x).',
  '(see https://a.example/x_(y))',
  'https://a.example/(x).',
  '"https://a.example"',
  'x https://a.example" y',
  'https://a.example’ and https://b.example”',
  '<https://a.example>',
  'HTTPS://A.EXAMPLE and Https://b.example',
  'http://localhost:3000/x',
  'https://a.example\nhttps://b.example\r\nhttps://c.example',
  'ftp://a.com mailto:x@y.com',
  'bsky.app',
  'bsky.app/profile/x.',
  'go to bsky.app, now',
  '(bsky.app) [bsky.app] "bsky.app"',
  'a.b.c.co.uk:8080/path?x',
  'file.txt readme.md node.js index.php',
  'e.g. this, i.e. that, 1.5 and 3.com',
  'end of sentence.Next sentence',
  'BSKY.APP Bsky.app bsky.App',
  'my-site.com münchen.de пример.рф',
  'foo(bar.com) x/bar.com',
  'me@bar.com',
  '#one #two',
  '#one, #Two! #three? #four.',
  '##double',
  '## heading',
  '###',
  '#a#b#c',
  '#1 #1a #a1 #2026',
  '#️⃣ #a️ #👍 #👍🏽x',
  '＃三 ＃',
  'a#b (#c) "#d"',
  '#under_score #with-dash #a.b',
  '#Café #Straße #日本語 #한국어 #עברית',
  '#zero\u200bwidth #soft\u00adhyphen #join\u200der',
  '#(x) #x) #x))',
  '#!x #!!! #...',
  '$AAPL $aapl $Aapl1',
  '$TOOLONG $ABCDE $ABCDEF',
  '$1 $A $ $$AAPL a$AAPL',
  '($TSLA) $TSLA, $TSLA. $TSLA! $TSLA’s $TSLA"',
  '$TSLA/x $TSLA-x $TSLA#x #TSLA$',
  '@alice.test',
  '@alice.test: hi (@bob.bsky.social) @carol.com.',
  '@alice @alice. @.com @a..com',
  '@alice.nosuchtoplevel @alice.COM @Alice.test',
  'x@alice.test .@alice.test @alice.test@bob.test',
  '@alice.test, @alice.test! @alice.test? @alice.test-',
  '@alice-b.test @-alice.test @alice.test/x',
  '👩‍👩‍👧 @alice.test 👍 #tag 😀 https://a.example/😀 𝒳 $AAPL',
  '𝒳𝒴 #𝒵 𝒳 bsky.app/𝒳 x',
  'ä ö ü ß @alice.test é̂ #é̂ bsky.app/é',
  '日本語 https://a.example/日本語。 #タグ。',
  'https://a.example/#b https://a.example/@c.test',
  '@alice.test #tag $AAPL bsky.app https://a.example',
  '\u00a0#nbsp\u00a0@alice.test\u2003bsky.app\u3000$AAPL',
  '\t#tab\n@alice.test\r\n$AAPL\n\nbsky.app',
  '#tag\u2028@alice.test\u2028bsky.app',
  `#${'x'.repeat(64)} #${'y'.repeat(65)}`,
  'lone \ud83d surrogate #tag \ude00 bsky.app',
];

interface Facet {
  readonly index: object;
  readonly features: readonly { readonly did?: string }[];
}

// biome-ignore lint/suspicious/noExplicitAny: the library is installed by this suite only.
let RichText: any;
beforeAll(async () => {
  ({ RichText } = await clients());
}, INSTALL_MS);

const didOf = (handle: string) => (/^alice\.test$|\.social$/i.test(handle) ? `did:plc:${handle.length}` : undefined);

test('the corpus is large and without repeats', () => {
  expect(new Set(CORPUS).size).toBe(CORPUS.length);
  expect(CORPUS.length).toBeGreaterThanOrEqual(60);
});

test.each(CORPUS)('%j has the facets that the official library finds', async (text) => {
  const resolveHandle = async ({ handle }: { handle: string }) => ({ data: { did: didOf(handle) } });
  const official = new RichText({ text });
  await official.detectFacets({ com: { atproto: { identity: { resolveHandle } } } });
  const facets: readonly Facet[] = official.facets ?? [];
  const expected = facets
    .map(({ index, features }) => ({ index: { ...index }, features: features.map((feature) => ({ ...feature })) }))
    // A handle that nobody has is left as text; the library gives it an empty DID, which servers reject.
    .filter(({ features }) => !features.some((feature) => feature.did === ''));

  const { session } = fakeSession(({ url }) => {
    const did = didOf(new URL(url).searchParams.get('handle') ?? '');
    return did === undefined ? { status: 400, json: { error: 'InvalidRequest', message: 'no' } } : { json: { did } };
  });
  expect(await facetsOf({ ...session, hosts: { pds: 'https://pds.test' } }, text)).toEqual(expected);
});
