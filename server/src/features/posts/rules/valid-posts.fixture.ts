import { requiredOptions } from '../../../connectors/example-options.ts';
import type { Connector } from '../../../core/connector.ts';
import type { StoredMedia } from '../../../db/column-types.ts';
import type { PostContent } from './checked-content.ts';
import { type Sheet, sheetFor } from './rule.ts';

/** A data sheet, or its variant for a kind of post. */
export interface Variant {
  readonly name: string;
  readonly sheet: Sheet;
  readonly options: Readonly<Record<string, unknown>>;
}

export function variantsOf(connector: Connector): Variant[] {
  const { kinds } = connector.limits;
  const asked = Object.keys(kinds?.limits ?? {}).map((kind) => ({ [kinds?.option ?? '']: kind }));
  return [{}, ...asked].map((options) => ({
    name: [connector.displayName, ...Object.values(options)].join(' '),
    sheet: sheetFor(connector, options),
    options: { ...requiredOptions(connector), ...options },
  }));
}

/** The poll option of each platform that has polls. */
export const POLLS = {
  twitter: { options: ['Rye', 'Wheat'], duration_minutes: 60 },
  mastodon: { options: ['Rye', 'Wheat', 'Oats'], expires_in: 3600, multiple: true },
  telegram: { options: ['Rye', 'Wheat'], allows_multiple_answers: true },
  threads: { option_a: 'Rye', option_b: 'Wheat' },
} as const;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/heic': 'heic',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
};
export const ofType = (major: string) => Object.keys(EXTENSIONS).filter((type) => type.startsWith(major));

export function file(contentType: string): StoredMedia {
  return { source_type: 'url', source: `https://simulator.test/files/sample.${EXTENSIONS[contentType]}` };
}

export const times = <Item>(number: number, item: Item): Item[] => Array.from({ length: number }, () => item);
export const image = ({ limits }: Sheet) => file(limits.media.imageTypes[0] ?? 'image/jpeg');
export const video = ({ limits }: Sheet) => file(limits.media.videoTypes[0] ?? 'video/mp4');

/** The minimum that the sheet requires, and a text. */
export function validPost({ sheet, options }: Variant): PostContent {
  const { limits, kind, connector } = sheet;
  const least = Math.max(kind.itemsMin ?? 0, limits.media.required ? 1 : 0);
  const isOfImages = limits.media.imagesMax > 0;
  const number = least > 0 && isOfImages ? Math.max(least, limits.media.imagesMin) : least;
  return {
    text: 'Hello',
    media: times(number, isOfImages ? image(sheet) : video(sheet)),
    ...(limits.title.required ? { title: 'A title' } : {}),
    platform_data: Object.keys(options).length === 0 ? {} : { [connector.platform]: options },
  };
}

/** The valid post as a poll; undefined when the platform has none. */
export function pollPost(variant: Variant): PostContent | undefined {
  const { connector, limits } = variant.sheet;
  const poll = (POLLS as Readonly<Record<string, object>>)[connector.platform];
  if (limits.poll === undefined || poll === undefined) return undefined;
  const options = { ...variant.options, [limits.poll.option]: poll };
  return { ...validPost(variant), platform_data: { [connector.platform]: options } };
}
