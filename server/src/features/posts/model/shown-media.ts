import type { StoredMedia, StoredSegment } from '../../../db/column-types.ts';
import { type MediaAddress, type MediaCopies, mediaType } from '../../media/index.ts';
import type { TargetInput } from './post.ts';

/** The media of a post in all its parts. */
export interface Shown {
  readonly media: readonly StoredMedia[];
  readonly segments: readonly StoredSegment[] | null;
  readonly targets: readonly { readonly input: TargetInput }[] | null;
}

/** The media of a post that are files at addresses. */
export function addressesOf({ media, segments, targets }: Shown): MediaAddress[] {
  const ofList = (items: readonly StoredMedia[], at: string) =>
    items.flatMap((item, index) =>
      item.source_type === 'url'
        ? { url: item.source, type: mediaType(item), field: `${at}media.${index}.source` }
        : [],
    );
  return [
    ...ofList(media, ''),
    ...(segments ?? []).flatMap((segment, index) => ofList(segment.media, `segments.${index}.`)),
    ...(targets ?? []).flatMap(({ input }, index) => ofList(input.media ?? [], `targets.${index}.`)),
  ];
}

/** The same media with the copies in place of addresses. */
export function withCopies<Post extends Shown>(post: Post, copies: MediaCopies['ids']): Post {
  const ofList = (items: readonly StoredMedia[]) =>
    items.map((item): StoredMedia => {
      const id = item.source_type === 'url' ? copies.get(item.source) : undefined;
      return id === undefined ? item : { ...item, source_type: 'media_id', source: id };
    });
  return {
    ...post,
    media: ofList(post.media),
    segments: (post.segments ?? []).map((segment) => ({ ...segment, media: ofList(segment.media) })),
    targets: (post.targets ?? []).map((target) => {
      const { media } = target.input;
      return media === undefined ? target : { ...target, input: { ...target.input, media: ofList(media) } };
    }),
  };
}
