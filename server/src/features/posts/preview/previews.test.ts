import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../../test/harness.ts';
import { connectors } from '../../../connectors/index.ts';

let service: TestService;
let ws: TestWorkspace;
beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

const image = (name: string) => ({ source_type: 'url', source: `https://simulator.test/files/${name}.jpg` });
const validate = async (body: unknown) => (await ws.api.post('/v1/posts/validate', body)).body;
const publishing = Object.values(connectors).filter((connector) => connector.publishing !== undefined);

describe('counts', () => {
  test('a text at its limit passes on every platform, and one more character is an error with the same numbers', async () => {
    const bounded = publishing.filter(({ limits }) => limits.text.lengthMax > 0);
    expect(bounded.length).toBeGreaterThan(10);
    for (const { platform, limits } of bounded) {
      const most = limits.text.lengthMax;
      for (const [length, isTooLong] of [
        [most, false],
        [most + 1, true],
      ] as const) {
        const { counts, errors } = await validate({ text: 'a'.repeat(length), platforms: [platform] });
        const of = counts.find(({ field, limit }: Body) => field === 'text' && limit === most);
        expect(of, platform).toMatchObject({ platform, length });
        const found = errors.filter(({ rule, limit }: Body) => rule === 'text_length' && limit === most);
        expect(found.length, platform).toBe(isTooLong ? 1 : 0);
        if (isTooLong) expect(found[0].message).toContain(`the text has ${length} `);
      }
    }
  });

  test('name each text with the unit of its platform', async () => {
    const { counts } = await validate({
      text: '👩‍👩‍👧 é',
      title: 'Title',
      segments: ['two', { text: 'three', media: [{ ...image('a'), alt_text: 'A cake' }] }],
      first_comment: 'First',
      platforms: ['twitter', 'bluesky', 'linkedin', 'youtube'],
    });
    const of = (wanted: string) =>
      counts
        .filter(({ platform }: Body) => platform === wanted)
        .map(({ field, length, unit }: Body) => `${field} ${length} ${unit}`);
    expect(of('twitter')).toEqual([
      'text 4 weighted',
      'segments.0.text 3 weighted',
      'segments.1.text 5 weighted',
      'segments.1.media.0.alt_text 6 characters',
      'first_comment 5 weighted',
    ]);
    expect(of('bluesky').slice(0, 2)).toEqual(['text 3 graphemes', 'text 21 bytes']);
    expect(of('linkedin')).toEqual(['text 10 utf16', 'title 5 characters']);
    expect(of('youtube')).toEqual(['text 21 bytes', 'title 5 characters']);
  });
});

describe('previews', () => {
  const text = '👩‍👩‍👧 e\u0301 שלום https://a.example/x, (https://b.example/y). #Caf\u00e9 @alice.test';

  test.each(publishing.map(({ platform }) => platform))('%s: ranges cut out what they name', async (platform) => {
    const { previews } = await validate({ text, platforms: [platform] });
    const [part] = previews[0].parts;
    const cut = ({ start, end }: Body) => part.text.slice(start, end);
    for (const link of part.links) expect(['https://a.example/x', 'https://b.example/y']).toContain(cut(link));
    for (const tag of part.hashtags) expect(cut(tag)).toBe('#Caf\u00e9');
    for (const mention of part.mentions) expect(cut(mention)).toBe(`@${mention.value}`);
  });

  test('follow the rules of each platform', async () => {
    const platforms = ['twitter', 'bluesky', 'mastodon', 'instagram'];
    const { previews } = await validate({ text: `${text} bsky.app #1 $TSLA`, media: [image('a')], platforms });
    const found = previews.map(({ parts: [part], ranges }: Body) => [
      ranges,
      ...[part.links, part.mentions, part.hashtags].map((list) => list.map(({ value }: Body) => value).join(' ')),
    ]);
    const links = 'https://a.example/x https://b.example/y';
    expect(found).toEqual([
      ['platform', 'bsky.app', 'alice', 'Caf\u00e9 $TSLA'],
      ['platform', `${links} https://bsky.app`, 'alice.test', 'Caf\u00e9 $TSLA'],
      ['approximate', links, 'alice.test', 'Caf\u00e9'],
      ['approximate', '', 'alice.test', 'Caf\u00e9 1'],
    ]);
  });

  test('show threads and media in order, and what the platform ignores not at all', async () => {
    const body = {
      text: 'One',
      media: [{ ...image('a'), alt_text: 'A' }, image('b')],
      segments: ['Two', { text: 'Three', media: [image('c')] }],
      platforms: ['mastodon', 'telegram'],
    };
    const [thread, single] = (await validate(body)).previews;
    expect(thread.parts.map((part: Body) => part.text)).toEqual(['One', 'Two', 'Three']);
    expect(thread.media).toEqual([
      { part: 0, kind: 'image', url: image('a').source, alt_text: 'A' },
      { part: 0, kind: 'image', url: image('b').source },
      { part: 2, kind: 'image', url: image('c').source },
    ]);
    expect(single.parts).toHaveLength(1);
    expect(single.media.map(({ url, alt_text }: Body) => [url, alt_text])).toEqual([
      [image('a').source, undefined],
      [image('b').source, undefined],
    ]);
  });

  test('show the card that the post asks for, and say where the platform may add one', async () => {
    const link = 'https://a.example/x';
    const asked = await validate({
      text: 'See',
      media: [image('a')],
      platform_data: { bluesky: { link, link_title: 'A' } },
      platforms: ['bluesky'],
    });
    expect(asked.previews).toMatchObject([
      { card: { url: link, title: 'A', image: { url: image('a').source } }, media: [], platform_may_add_card: false },
    ]);
    const cards = async (platforms: string[], more: object = {}) =>
      (await validate({ text: `See ${link}`, platforms, ...more })).previews.map(
        (one: Body) => one.platform_may_add_card,
      );
    expect(await cards(['mastodon', 'telegram', 'bluesky'])).toEqual([true, true, false]);
    expect(await cards(['telegram'], { platform_data: { telegram: { disable_link_preview: true } } })).toEqual([false]);
    const wrong = await validate({ text: 'See', platform_data: { bluesky: { link: 5 } }, platforms: ['bluesky'] });
    expect(wrong.previews[0]).not.toHaveProperty('card');
  });

  test('cut a text that is far over its limit', async () => {
    const { previews } = await validate({ text: 'a'.repeat(100_000), platforms: ['twitter'] });
    expect(previews[0].parts[0]).toMatchObject({ is_cut: true, text: 'a'.repeat(560) });
  });
});
