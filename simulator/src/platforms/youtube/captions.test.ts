import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsChannel, asChannel, newSimulator, reasonOf } from './testing.ts';

const simulator = newSimulator();
let acme: AsChannel;
let other: AsChannel;
beforeAll(async () => {
  await simulator.start();
  acme = await asChannel(simulator, 'acme');
  other = await asChannel(simulator, 'other');
});
afterAll(() => simulator.close());

test('captions are listed and downloaded by the owner of the video alone', async () => {
  const { id } = await acme.upload({ description: 'Hello\nAGAIN', defaultLanguage: 'de' }, {});
  const list = `/captions?part=snippet&videoId=${id}`;
  const { items } = (await acme.get(list)).body;
  expect(items.map(({ snippet }: { snippet: object }) => snippet)).toMatchObject([
    { trackKind: 'asr', language: 'de', status: 'serving' },
    { trackKind: 'standard', language: 'de' },
  ]);
  const track = `/captions/${encodeURIComponent(items[0].id)}`;
  const { text } = await acme.get(`${track}?tfmt=srt`);
  expect(text).toBe('1\n00:00:00,000 --> 00:00:02,000\nhello\n\n2\n00:00:02,000 --> 00:00:04,000\nagain\n');
  for (const path of [list, track]) expect(reasonOf(await other.get(path))).toBe('forbidden');
  expect(reasonOf(await acme.get('/captions/nothing'))).toBe('captionNotFound');
  const silent = await acme.upload({}, {});
  expect((await acme.get(`/captions?part=snippet&videoId=${silent.id}`)).body.items).toEqual([]);
});
