import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsAccount, asAccount, postType, rkeyOf, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let me: AsAccount;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator);
});
afterAll(() => simulator.close());

const createdAt = '2026-11-20T10:00:00.000Z';
const facets = [
  { index: { byteStart: 0, byteEnd: 5 }, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'x' }] },
];

// The expected ids were computed by the protocol's own library, @atproto/common with @atproto/lexicon.
test.each([
  [{ text: 'Hello' }, 'bafyreighsy3r3re5rfyfwiwsb2oop45beicjnalsz47i7vttdcpy53g5ry'],
  [{ langs: ['en'], facets, text: 'Hello wörld 🌍' }, 'bafyreihq6lmo7erpqv6ykw227mpebrxnelyvzvbgkhzxu6en6odzhhltye'],
])('the id of a record is the hash of its DAG-CBOR, whatever the order of its fields: %o', async (fields, cid) => {
  const { body } = await me.create(postType, { createdAt, ...fields, $type: postType });
  expect(body.cid).toBe(cid);
  const where = { repo: me.did, collection: postType, rkey: rkeyOf(body.uri) };
  expect((await me.get('com.atproto.repo.getRecord', where)).body.cid).toBe(cid);
});

test('links and bytes are hashed as what they are, not as the objects by which JSON writes them', async () => {
  const collection = 'com.example.thing';
  const link = { $link: 'bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy' };
  const { body } = await me.create(collection, { $type: collection, link, bytes: { $bytes: 'aGVsbG8' } });
  expect(body.cid).toBe('bafyreiat5qtgezz3ypgynzyk5la3e4oqms77ax6mjeepqkm7gjy5ja547e');
});

test('the id of the blob is the hash of its bytes', async () => {
  const bytes = Buffer.from(await (await fetch(`${simulator.url}/files/sample.png`)).arrayBuffer());
  const image = await me.upload('sample.png', 'image/png');
  const hash = Buffer.concat([Buffer.from([1, 0x55, 0x12, 0x20]), createHash('sha256').update(bytes).digest()]);
  expect(BigInt(`0x${hash.toString('hex')}`)).toBe(numberOf(String(image.ref.$link), hash.length));
});

/** What base 32 writes, most significant bit first. */
function numberOf(cid: string, bytes: number): bigint {
  const digits = 'abcdefghijklmnopqrstuvwxyz234567';
  let value = 0n;
  for (const letter of cid.slice(1)) value = (value << 5n) | BigInt(digits.indexOf(letter));
  return value >> BigInt((cid.length - 1) * 5 - bytes * 8);
}
