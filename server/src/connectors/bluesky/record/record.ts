import { z } from 'zod';
import type { Content } from '../../../core/connector.ts';
import type { Prepared, Published, Readiness } from '../../../core/effect.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { callXrpc } from '../client.ts';
import { permalinkOf } from '../map.ts';
import { uploadImage, uploadThumbnail } from '../media/media.ts';
import { PreparedVideo, uploadVideo, videoEmbed, videoReadiness } from '../media/video.ts';
import type { Options } from '../options.ts';
import { POSTS, type ReplyRefs, WrittenRecord } from '../wire.ts';
import { facetsOf } from './facets.ts';
import { recordKey } from './record-key.ts';
import { refOf } from './refs.ts';

const PreparedRecord = z.object({
  record: z.looseObject({ createdAt: z.iso.datetime() }),
  quote: z.looseObject({}).optional(),
  video: PreparedVideo.optional(),
});

/**
 * The whole record with its time, fixed before it is put. Put again under the same key it is identical, and the server
 * changes nothing.
 */
export async function prepareRecord(
  session: Session,
  content: Pick<Content, 'text' | 'media'>,
  options: Options,
  reply?: ReplyRefs,
): Promise<Prepared> {
  const { quote_uri, langs, tags, link } = options;
  // The server would accept it, but no app shows an empty post.
  if (content.text.trim() === '' && content.media.length === 0 && !link && !quote_uri) {
    throw new PlatformError('rejected', 'A post needs text or media.', { field: 'text' });
  }
  const facets = await facetsOf(session, content.text);
  const quote =
    quote_uri === undefined
      ? undefined
      : { $type: 'app.bsky.embed.record', record: (await refOf(session, quote_uri)).ref };
  const { embed, video } = await embedOf(session, content.media, options);
  const record = compact({
    $type: POSTS,
    text: content.text,
    facets: facets.length === 0 ? undefined : facets,
    langs,
    tags,
    reply,
    embed: withQuote(embed, quote),
    createdAt: session.now().toISOString(),
  });
  return compact({ record, video, quote: video && quote });
}

type Embed = Readonly<Record<string, unknown>>;

/** A post has one embed; only a quote may stand beside media. */
function withQuote(embed: Embed | undefined, quote: Embed | undefined): Embed | undefined {
  if (embed === undefined || quote === undefined) return embed ?? quote;
  return { $type: 'app.bsky.embed.recordWithMedia', record: quote, media: embed };
}

async function embedOf(
  session: Session,
  media: Content['media'],
  { link, link_title, link_description }: Options,
): Promise<{ embed?: Embed; video?: PreparedVideo }> {
  const [first, ...others] = media;
  if (link !== undefined) {
    if (others.length > 0 || (first && first.type !== 'image')) {
      throw new PlatformError('rejected', 'A link card has one image and nothing else.', { field: 'media' });
    }
    const card = { uri: link, title: link_title ?? new URL(link).hostname, description: link_description ?? '' };
    const thumbnail = first === undefined ? {} : { thumb: await uploadThumbnail(session, first) };
    return { embed: { $type: 'app.bsky.embed.external', external: { ...card, ...thumbnail } } };
  }
  if (first === undefined) return {};
  if (first.type === 'video') {
    if (others.length > 0) throw new PlatformError('rejected', 'A video stands alone.', { field: 'media' });
    return { video: await uploadVideo(session, first) };
  }
  const images = [];
  for (const item of media) {
    if (item.type !== 'image') throw new PlatformError('rejected', 'Only images stand together.', { field: 'media' });
    images.push(await uploadImage(session, item));
  }
  return { embed: { $type: 'app.bsky.embed.images', images } };
}

export async function recordReadiness(session: Session, prepared: Prepared): Promise<Readiness> {
  const { video } = PreparedRecord.parse(prepared);
  return video === undefined ? { state: 'ready' } : await videoReadiness(session, video);
}

/**
 * Puts the record under a key derived from ours: https://docs.bsky.app/docs/api/com-atproto-repo-put-record. The server
 * creates the record, or finds an identical one and changes nothing. `createRecord` would fail the second time with an
 * unspecific error.
 */
export async function putRecord(session: Session, prepared: Prepared, key: string): Promise<Published> {
  const { record, quote, video } = PreparedRecord.parse(prepared);
  const did = session.account.platformId;
  const rkey = recordKey(new Date(record.createdAt), key);
  const embed = video === undefined ? undefined : withQuote(await unknownOnError(videoEmbed(session, video)), quote);
  const json = { repo: did, collection: POSTS, rkey, record: { ...record, ...compact({ embed }) } };
  const call = { method: 'POST', name: 'com.atproto.repo.putRecord', body: { json } } as const;
  const { uri } = await callXrpc(session, 'effect', call, WrittenRecord);
  return { platformId: uri, permalink: permalinkOf(uri) };
}

/**
 * An error while a record is put again proves nothing about the first call, so the outcome stays `unknown`. Another
 * retry under the same key settles it.
 */
async function unknownOnError<Value>(read: Promise<Value>): Promise<Value> {
  return await read.catch((error: unknown) => {
    throw error instanceof PlatformError ? new PlatformError('unknown', error.message, error.facts) : error;
  });
}
