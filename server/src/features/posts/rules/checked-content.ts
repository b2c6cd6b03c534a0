import { type FileFacts, hasFfmpeg } from '@hubbub/media-info';
import type { Context } from '../../../core/context.ts';
import type { StoredMedia, StoredSegment } from '../../../db/column-types.ts';
import type { Runner } from '../../../db/query.ts';
import { compact } from '../../../lib/compact.ts';
import { areVideoFacts, media, mediaType } from '../../media/index.ts';
import type { TargetInput } from '../model/post.ts';

/** The content of a post for one target: overrides applied, known facts of the media added. */
export interface Checked {
  readonly text: string;
  readonly title: string;
  readonly visibility: string | undefined;
  readonly firstComment: string;
  readonly media: readonly CheckedMedia[];
  /** Segments of a thread. */
  readonly segments: readonly CheckedPart[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly isScheduled: boolean;
}

interface CheckedPart {
  /** The path of the text within the segment: a segment may be a text alone. */
  readonly textField: '' | 'text';
  readonly text: string;
  readonly media: readonly CheckedMedia[];
}

/** A media item. Unknown facts are absent and not checked. */
export interface CheckedMedia extends MediaFacts {
  readonly type: 'image' | 'video' | 'audio' | 'file';
  readonly source: StoredMedia['source_type'];
  readonly altText: string;
  /** Its id or address, as `source` says. */
  readonly ref?: string;
  /** The platform's own id of an item that it has already. */
  readonly attachmentId?: string;
}

export interface MediaFacts {
  /** The description of the library, for items of posts without one. */
  readonly altText?: string;
  readonly contentType?: string;
  readonly bytes?: number;
  readonly seconds?: number;
  readonly fps?: number;
  /** The platforms cannot reach the stored file's address. */
  readonly isOutOfReach?: boolean;
  /** Measured facts of a stored file. */
  readonly facts?: Partial<FileFacts>;
  /** Whether this machine can transcode the video. */
  readonly canConvert?: boolean;
}

/** Facts of uploaded media, by id. */
export type KnownMedia = ReadonlyMap<string, MediaFacts>;

/** The content of a post under the API's names, from a request or a row. */
export interface PostContent {
  readonly text?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly visibility?: string | null | undefined;
  readonly first_comment?: string | null | undefined;
  readonly media: readonly StoredMedia[];
  readonly segments?: readonly SentSegment[] | null | undefined;
  readonly platform_data?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly scheduled_at?: unknown;
}

type SentSegment = string | StoredSegment;

/** The content of the post for one target. */
export function contentOn(platform: string, said: PostContent, target: TargetInput, known: KnownMedia): Checked {
  const withFacts = (items: readonly StoredMedia[]) => items.map((item) => toChecked(item, known));
  return {
    text: target.text ?? said.text ?? '',
    title: target.title ?? said.title ?? '',
    visibility: target.visibility ?? said.visibility ?? undefined,
    firstComment: target.first_comment ?? said.first_comment ?? '',
    media: withFacts(target.media ?? said.media),
    segments: (said.segments ?? []).map((segment) =>
      typeof segment === 'string'
        ? { textField: '', text: segment, media: [] }
        : { textField: 'text', text: segment.text, media: withFacts(segment.media) },
    ),
    options: { ...said.platform_data?.[platform], ...target.platform_data },
    isScheduled: said.scheduled_at !== undefined && said.scheduled_at !== null,
  };
}

const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
  avif: 'image/avif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
};

function toChecked(item: StoredMedia, known: KnownMedia): CheckedMedia {
  const facts = item.source_type === 'media_id' ? known.get(item.source) : undefined;
  const contentType = facts?.contentType ?? (item.source_type === 'url' ? typeOfAddress(item.source) : undefined);
  const major = /^(image|video|audio)\//.exec(contentType ?? '')?.[1] as 'image' | 'video' | 'audio' | undefined;
  const type = item.type ?? major ?? mediaType(item);
  return {
    ...facts,
    type,
    source: item.source_type,
    ref: item.source,
    altText: item.alt_text ?? facts?.altText ?? '',
    ...(item.source_type === 'platform_attachment_id' ? { attachmentId: item.source } : {}),
    // The caller may know better than the extension of an address.
    ...(contentType !== undefined && major === type ? { contentType } : {}),
  };
}

function typeOfAddress(address: string): string | undefined {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return TYPE_BY_EXTENSION[/\.(\w{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? ''];
}

/** The facts of the uploaded items among these. */
export async function knownMedia(
  { tenant, files }: Pick<Context, 'tenant' | 'files'>,
  db: Runner,
  items: readonly (StoredMedia | undefined)[],
): Promise<KnownMedia> {
  const ids = [...new Set(items.flatMap((item) => (item?.source_type === 'media_id' ? [item.source] : [])))];
  if (ids.length === 0) return new Map();
  const rows = await media.byIds(db, tenant.id, ids);
  const canConvert = rows.some(({ facts }) => areVideoFacts(facts)) && (await hasFfmpeg());
  // Simulated platforms run on this machine and reach all addresses.
  const isOutOfReach = tenant.mode === 'live' && !files.links.areReachable;
  return new Map(
    rows.map(({ id, content_type: contentType, size_bytes: bytes, facts, alt_text: altText }) => [
      id,
      {
        contentType,
        bytes,
        facts,
        altText,
        canConvert,
        isOutOfReach,
        ...compact({ seconds: facts.seconds, fps: facts.fps }),
      },
    ]),
  );
}
