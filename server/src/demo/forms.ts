import { requiredOptions } from '../connectors/example-options.ts';
import type { Connector } from '../core/connector.ts';
import { sheetFor } from '../features/posts/rules/rule.ts';
import { sample } from '../scenes/post.ts';

const IMAGE = sample('sample.jpg');
const VIDEO = sample('sample.mp4');

/** One form that a post can have on a platform, with the fields of a request that choose it. */
export interface Form {
  readonly name: string;
  readonly media: readonly (typeof IMAGE)[];
  readonly title?: string;
  readonly platformData: Readonly<Record<string, unknown>>;
  readonly isTextIgnored: boolean;
  readonly canHaveComments: boolean;
}

/** The fields of a target that choose the form. */
export const targetFieldsOf = ({ media, title, platformData }: Form) => ({
  media,
  ...(title === undefined ? {} : { title }),
  ...(Object.keys(platformData).length === 0 ? {} : { platform_data: platformData }),
});

/** Every form of post that the platform's data sheet allows: by its media and its kinds. */
export function formsOf(connector: Connector): Form[] {
  const { kinds } = connector.limits;
  const plain = formsOfKind(connector, undefined);
  return [...plain, ...Object.keys(kinds?.limits ?? {}).flatMap((kind) => formsOfKind(connector, kind))];
}

function formsOfKind(connector: Connector, name: string | undefined): Form[] {
  const options = name === undefined ? {} : { [connector.limits.kinds?.option ?? '']: name };
  const { limits, kind } = sheetFor(connector, options);
  const { required, itemsMax, imagesMin, imagesMax, videosMax, mixed } = limits.media;
  const several = Math.max(2, imagesMin, kind.itemsMin ?? 0);
  const fits = ({ images, videos }: { images: number; videos: number }) =>
    images + videos >= (kind.itemsMin ?? (required ? 1 : 0)) &&
    images + videos <= itemsMax &&
    images <= imagesMax &&
    (images === 0 || images >= imagesMin) &&
    videos <= videosMax &&
    (mixed || images === 0 || videos === 0);
  const all = [
    { name: 'text', images: 0, videos: 0 },
    { name: 'image', images: 1, videos: 0 },
    { name: 'images', images: several, videos: 0 },
    { name: 'video', images: 0, videos: 1 },
    { name: 'image and video', images: 1, videos: 1 },
  ].filter(fits);
  // A kind that needs no media only changes the text, so one post shows it.
  const shown = name !== undefined && !required && (kind.itemsMin ?? 0) === 0 && !kind.media ? all.slice(0, 1) : all;
  return shown.map(({ name: media, images, videos }) => ({
    name: name === undefined ? media : `${name}, ${media}`,
    media: [...Array.from({ length: images }, () => IMAGE), ...Array.from({ length: videos }, () => VIDEO)],
    ...(limits.title.required ? { title: 'Hello from Hubbub' } : {}),
    platformData: { ...requiredOptions(connector), ...options },
    isTextIgnored: kind.textIgnored === true,
    canHaveComments: kind.commentsIgnored !== true,
  }));
}
