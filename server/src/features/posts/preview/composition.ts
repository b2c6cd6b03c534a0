import type { TextRange } from '../../../core/appearance.ts';
import type { Connector } from '../../../core/connector.ts';
import { compact } from '../../../lib/compact.ts';
import type { Checked, CheckedMedia } from '../rules/checked-content.ts';
import { altTextLengths, altTextMax, type Length, POST_LENGTHS, TEXT_LENGTHS, textLength } from '../rules/lengths.ts';
import { type Sheet, sheetFor } from '../rules/rule.ts';
import type { PostPreview, PreviewMedia, PreviewText, TextCount } from './shapes.ts';

/** What validation and dry runs say of the texts of a post and of its look. */
export interface Composition {
  readonly counts: TextCount[];
  readonly previews: PostPreview[];
}

/** The counts and the preview of a content on one platform. `content`: the post for one target, overrides applied. */
export function addComposition(
  { counts, previews }: Composition,
  connector: Connector,
  content: Checked,
  accountId?: string,
): void {
  const sheet = sheetFor(connector, content.options);
  const shown = shownOn(sheet, content);
  const target = { ...compact({ account_id: accountId }), platform: connector.platform };
  counts.push(...lengthsOf(sheet, shown).map((length) => ({ ...target, ...length })));
  previews.push({ ...target, ...previewOf(sheet, shown) });
}

/** The content without the texts that the platform ignores. */
function shownOn({ connector, kind, limits }: Sheet, content: Checked): Checked {
  const hasComment = connector.comments?.reply !== undefined && kind.commentsIgnored !== true;
  return {
    ...content,
    text: kind.textIgnored === true ? '' : content.text,
    title: limits.title.lengthMax === 0 ? '' : content.title,
    firstComment: hasComment ? content.firstComment : '',
    segments: connector.thread === undefined ? [] : content.segments,
  };
}

const textLengths = Object.values(TEXT_LENGTHS);

/** The lengths of all texts that have a limit. An absent title or first comment has none. */
function lengthsOf(sheet: Sheet, content: Checked): Length[] {
  const { text, title, media, firstComment, options, segments } = content;
  const ofParts = [{ text, media }, ...segments].flatMap((part, index) => {
    const subject = { ...part, options, isSegment: index > 0 };
    const found = [...textLengths.map((lengthOf) => lengthOf(sheet, subject)), ...altTextLengths(sheet, part.media)];
    const inside = index === 0 ? '' : `segments.${index - 1}.`;
    return found.map((one) => one && { ...one, field: `${inside}${one.field}` });
  });
  const ofPost = [
    title === '' ? undefined : POST_LENGTHS.title_length(sheet, content),
    firstComment === '' ? undefined : POST_LENGTHS.first_comment_length(sheet, content),
  ];
  return [...ofParts, ...ofPost].filter((one) => one !== undefined);
}

function previewOf(sheet: Sheet, content: Checked): Omit<PostPreview, 'platform' | 'account_id'> {
  const { title, media, firstComment, segments, options } = content;
  const { appearance } = sheet.connector;
  const { takesImage, ...card } = appearance?.card?.(options) ?? { url: undefined };
  const altTexts = appearance?.altTexts?.(options) ?? [];
  const own = media.map((item, index) => mediaOf(sheet, 0, item, altTexts[index]));
  const ofSegments = segments.flatMap((segment, index) => segment.media.map((item) => mediaOf(sheet, index + 1, item)));
  // An item that lies on the platform as a whole post has its own text already.
  const isMade = sheet.limits.media.attachmentAlone && media.some(({ attachmentId }) => attachmentId !== undefined);
  const first = textOf(sheet, isMade ? '' : content.text);
  const hasOnlyText = card.url === undefined && media.length === 0;
  return {
    ...(title === '' ? {} : { title }),
    parts: [first, ...segments.map(({ text }) => textOf(sheet, text))],
    media: [...(takesImage ? [] : own), ...ofSegments],
    ...(card.url === undefined ? {} : { card: { ...card, ...compact({ image: takesImage ? own[0] : undefined }) } }),
    platform_may_add_card: hasOnlyText && first.links.length > 0 && appearance?.mayAddCard?.(options) === true,
    ...(firstComment === '' ? {} : { first_comment: textOf(sheet, firstComment) }),
    ranges: appearance?.isExact === true ? 'platform' : 'approximate',
  };
}

function mediaOf({ limits }: Sheet, part: number, item: CheckedMedia, otherText?: string): PreviewMedia {
  const key = { media_id: 'id', url: 'url', platform_attachment_id: 'attachment_id' }[item.source];
  const altText = altTextMax(limits, item) === 0 ? '' : (otherText ?? item.altText);
  return { part, kind: item.type, [key]: item.ref, ...(altText === '' ? {} : { alt_text: altText }) };
}

function textOf(sheet: Sheet, whole: string): PreviewText {
  const { limits, connector } = sheet;
  const { lengthMax } = limits.text;
  // A text far over its limit is never published, and its copies would make the response large.
  const isCut = lengthMax > 0 && whole.length > 4 * lengthMax && textLength(limits, whole) > lengthMax;
  const text = isCut ? whole.slice(0, 2 * lengthMax).replace(/[\ud800-\udbff]$/, '') : whole;
  const found = connector.appearance?.ranges(text) ?? [];
  const ofKind = (wanted: TextRange['kind']) =>
    found.filter(({ kind }) => kind === wanted).map(({ start, end, value }) => ({ start, end, value }));
  return {
    text,
    ...(isCut ? { is_cut: true } : {}),
    links: ofKind('link'),
    mentions: ofKind('mention'),
    hashtags: ofKind('hashtag'),
  };
}
