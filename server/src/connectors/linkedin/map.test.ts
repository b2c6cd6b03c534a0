import { describe, expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import { type Author, postBody } from './map.ts';
import { options } from './options.ts';

const author: Author = { urn: 'urn:li:person:1', audiences: { public: 'PUBLIC', connections_only: 'CONNECTIONS' } };
const image = (altText?: string) => ({
  type: 'image' as const,
  url: 'https://a.example/i.png',
  ...(altText === undefined ? {} : { altText }),
});
const video = { type: 'video' as const, url: 'https://a.example/v.mp4' };

function body(content: Partial<Content>, media: readonly string[] = []): Record<string, unknown> {
  return JSON.parse(JSON.stringify(postBody({ text: 'Hello', media: [], options: {}, ...content }, author, media)));
}

describe('content of a post', () => {
  test('a text has none', () => {
    expect(body({ text: 'Hello (all) #news' })).toEqual({
      author: 'urn:li:person:1',
      commentary: 'Hello \\(all\\) #news',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    });
  });

  test('one image, several images, a video', () => {
    expect(body({ media: [image('A cat')], title: 'Cats' }, ['urn:li:image:1']).content).toEqual({
      media: { id: 'urn:li:image:1', title: 'Cats', altText: 'A cat' },
    });
    const several = { media: [image('A cat'), image()], options: { alt_texts: ['One', 'Two'] } };
    expect(body(several, ['urn:li:image:1', 'urn:li:image:2']).content).toEqual({
      multiImage: {
        images: [
          { id: 'urn:li:image:1', altText: 'One' },
          { id: 'urn:li:image:2', altText: 'Two' },
        ],
      },
    });
    expect(body({ media: [video], options: { media_title: 'Film' } }, ['urn:li:video:1']).content).toEqual({
      media: { id: 'urn:li:video:1', title: 'Film' },
    });
  });

  test('an article with a thumbnail and a button', () => {
    const content = {
      media: [image()],
      options: { article_url: 'https://a.example/x', cta_label: 'APPLY' },
    };
    expect(body(content, ['urn:li:image:1'])).toMatchObject({
      content: {
        article: {
          source: 'https://a.example/x',
          title: 'a.example',
          thumbnail: 'urn:li:image:1',
        },
      },
      contentCallToActionLabel: 'APPLY',
      contentLandingPage: 'https://a.example/x',
    });
  });

  test.each<[string, Partial<Content>]>([
    ['text', { text: ' ' }],
    ['visibility', { visibility: 'unlisted' }],
    ['media', { media: [video, image()] }],
    ['media', { media: Array.from({ length: 21 }, () => image()) }],
    ['media', { media: [{ type: 'file', url: 'https://a.example/x.pdf' }] }],
    ['media.1.alt_text', { media: [image(), image('a'.repeat(4087))] }],
    ['platform_data.article_url', { media: [image(), image()], options: { article_url: 'https://a.example/x' } }],
    ['platform_data', { options: { article_url: 'nonsense' } }],
  ])('%s is rejected', (field, content) => {
    expect(() => body(content)).toThrow(expect.objectContaining({ kind: 'rejected', facts: { field } }));
  });
});

test.each([
  { cta_label: 'APPLY' },
  { article_url: 'https://a.example', cta_url: 'https://a.example' },
  { article_title: 'T' },
  { article_url: 'ftp://a.example' },
  { strange: 1 },
])('options %j are rejected', (value) => {
  expect(options.safeParse(value).success).toBe(false);
});
