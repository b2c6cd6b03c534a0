import type { z } from 'zod';
import type { Content, Profile } from '../../core/connector.ts';
import { assertImagesAndVideos, rejected } from '../shared/rejected.ts';
import { ALT_TEXT_LENGTH_MAX, IMAGES_MAX } from './limits.ts';
import { toLittleText } from './little-text.ts';
import { type Options, optionsOf } from './options.ts';
import type { Me, UserInfo } from './wire.ts';

/** The author of a post and its audiences. */
export interface Author {
  /** `urn:li:person:…` or `urn:li:organization:…`. */
  readonly urn: string;
  /** Our names of audiences and LinkedIn's. */
  readonly audiences: Readonly<Record<string, string>>;
}

/** Throws `rejected` when LinkedIn has no such post. */
export function checkContent(content: Content): Options {
  const options = optionsOf(content);
  const { media, text } = content;
  assertImagesAndVideos('LinkedIn', media);
  const videos = media.filter(({ type }) => type === 'video').length;
  if (videos > 0 && media.length > 1) throw rejected('media', 'A LinkedIn post has one video or up to 20 images.');
  if (media.length > IMAGES_MAX) throw rejected('media', `A LinkedIn post has at most ${IMAGES_MAX} images.`);
  if (options.article_url !== undefined && (videos > 0 || media.length > 1)) {
    throw rejected('platform_data.article_url', 'Beside an article a LinkedIn post has one image at most.');
  }
  if (text.trim() === '' && media.length === 0 && options.article_url === undefined) {
    throw rejected('text', 'A LinkedIn post needs content.');
  }
  const long = media.findIndex(
    (_item, index) => (altTextOf(content, options, index)?.length ?? 0) > ALT_TEXT_LENGTH_MAX,
  );
  if (long >= 0) {
    throw rejected(`media.${long}.alt_text`, `A description has at most ${ALT_TEXT_LENGTH_MAX} characters.`);
  }
  return options;
}

function altTextOf({ media }: Content, { alt_text, alt_texts }: Options, index: number): string | undefined {
  const text = alt_texts?.[index] ?? (index === 0 ? alt_text : undefined) ?? media[index]?.altText;
  return text === '' ? undefined : text;
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#create-organic-posts */
export function postBody(content: Content, author: Author, media: readonly string[]): Record<string, unknown> {
  const options = checkContent(content);
  const { cta_label, cta_url, article_url, disable_reshare } = options;
  return {
    author: author.urn,
    commentary: toLittleText(content.text),
    visibility: visibilityOf(content, author),
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    content: contentOf(content, options, media),
    contentCallToActionLabel: cta_label,
    contentLandingPage: cta_label === undefined ? undefined : (cta_url ?? article_url),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: disable_reshare ?? false,
  };
}

/** Rejects an audience that LinkedIn lacks; it is never widened. */
function visibilityOf({ visibility = 'public' }: Content, { audiences }: Author): string {
  const audience = Object.hasOwn(audiences, visibility) ? audiences[visibility] : undefined;
  if (audience !== undefined) return audience;
  throw rejected('visibility', `There is no visibility ${visibility} here.`);
}

function contentOf(content: Content, options: Options, media: readonly string[]): unknown {
  const { article_url, article_title, article_description, media_title } = options;
  const title = content.title === '' ? undefined : content.title;
  const [first] = media;
  if (article_url !== undefined) {
    return {
      article: {
        source: article_url,
        // LinkedIn reads nothing from the address and requires a title.
        title: article_title ?? title ?? new URL(article_url).hostname,
        description: article_description,
        thumbnail: first,
      },
    };
  }
  if (first === undefined) return undefined;
  const isVideo = content.media[0]?.type === 'video';
  if (media.length === 1) {
    const altText = isVideo ? undefined : altTextOf(content, options, 0);
    return { media: { id: first, title: media_title ?? title, altText } };
  }
  return { multiImage: { images: media.map((id, index) => ({ id, altText: altTextOf(content, options, index) })) } };
}

/** The id replaces the user name where the app may not read it. */
export function toProfile({ sub, name, picture }: UserInfo, me: z.output<typeof Me> | undefined): Profile {
  return {
    platformId: sub,
    username: me?.vanityName ?? sub,
    name,
    ...(picture ? { pictureUrl: picture } : {}),
    ...(me?.localizedHeadline ? { bio: me.localizedHeadline } : {}),
  };
}
