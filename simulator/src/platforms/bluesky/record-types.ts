import { blob, type Check, integer, list, object, string, union } from './lexicon.ts';

/** The records that the AppView understands: https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky */
const feed = 'app.bsky.feed';
const embed = 'app.bsky.embed';
const facetType = 'app.bsky.richtext.facet';

const datetime = string({ format: 'datetime' });
const atUri = string({ format: 'at-uri' });
const did = string({ format: 'did' });
const strongRef = object({ uri: atUri, cid: string() });
const ratio = object({ width: integer({ least: 1 }), height: integer({ least: 1 }) });

const imageBytesMax = 2_000_000;
export const videoBytesMax = 100_000_000;

const facet = object({
  index: object({ byteStart: integer(), byteEnd: integer() }),
  features: list(
    union({
      [`${facetType}#mention`]: object({ did }),
      [`${facetType}#link`]: object({ uri: string({ format: 'uri' }) }),
      [`${facetType}#tag`]: object({ tag: string({ graphemesMax: 64, bytesMax: 640 }) }),
    }),
  ),
});

const images = object({
  images: list(object({ image: blob(/^image\//, imageBytesMax), alt: string() }, { aspectRatio: ratio }), 4),
});
const video = object(
  { video: blob(/^video\/mp4$/, videoBytesMax) },
  {
    alt: string({ graphemesMax: 1000, bytesMax: 10_000 }),
    aspectRatio: ratio,
    captions: list(object({ lang: string({ format: 'language' }), file: blob(/^text\/vtt/, 20_000) }), 20),
  },
);
const external = object({
  external: object(
    { uri: string({ format: 'uri' }), title: string(), description: string() },
    { thumb: blob(/^image\//, 1_000_000) },
  ),
});
const media = { [`${embed}.images`]: images, [`${embed}.video`]: video, [`${embed}.external`]: external };
const quote = object({ record: strongRef });
const embeds = union({
  ...media,
  [`${embed}.record`]: quote,
  [`${embed}.recordWithMedia`]: object({ record: quote, media: union(media) }),
});

const subject = object({ subject: strongRef, createdAt: datetime });
const person = object({ subject: did, createdAt: datetime });

export const recordTypes: Readonly<Record<string, Check>> = {
  [`${feed}.post`]: object(
    { text: string({ graphemesMax: 300, bytesMax: 3000 }), createdAt: datetime },
    {
      facets: list(facet),
      reply: object({ root: strongRef, parent: strongRef }),
      embed: embeds,
      langs: list(string({ format: 'language' }), 3),
      tags: list(string({ graphemesMax: 64, bytesMax: 640 }), 8),
    },
  ),
  [`${feed}.like`]: subject,
  [`${feed}.repost`]: subject,
  [`${feed}.threadgate`]: object(
    { post: atUri, createdAt: datetime },
    {
      allow: list(union({ [`${feed}.threadgate#listRule`]: object({ list: atUri }) }), 5),
      hiddenReplies: list(atUri, 300),
    },
  ),
  [`${feed}.postgate`]: object(
    { post: atUri, createdAt: datetime },
    { embeddingRules: list(union({}), 5), detachedEmbeddingUris: list(atUri, 50) },
  ),
  'app.bsky.graph.follow': person,
  'app.bsky.graph.block': person,
};
