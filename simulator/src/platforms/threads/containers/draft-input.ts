import type { Call } from '../../../core/platform.ts';
import { invalidParameter, missingParameter, requireScope } from '../../meta/errors.ts';
import { booleanInput, listInput } from '../../meta/input.ts';
import { invalidCountryCodes, tooManyLinks } from '../errors.ts';
import { scopes } from '../scopes.ts';
import { type Draft, type ReplyControl, replyControls } from '../store.ts';
import { linksIn, textLength, topicIn } from '../text.ts';
import { readGif, readPoll, readTextAttachment } from './attachment-input.ts';

const textMax = 500;
const altTextMax = 1000;
const linksMax = 5;
const childrenMax = 20;

/**
 * The checked parameters of `POST /{user}/threads`: everything that can be judged without looking at the file.
 * https://developers.facebook.com/docs/threads/posts
 */
export function readDraft(call: Call): Draft {
  const is_carousel_item = booleanInput(call, 'is_carousel_item') ?? false;
  const media_type = readType(call, is_carousel_item);
  const isText = media_type === 'TEXT';
  const reply_to = call.input('reply_to_id') || null;
  const text = is_carousel_item ? '' : readText(call);
  const link_attachment = readLink(call, isText);
  const text_attachment = readTextAttachment(call, isText);
  if (linksIn(text, link_attachment, text_attachment?.link_attachment_url).length > linksMax) throw tooManyLinks();
  const poll = readPoll(call, isText);
  const gif_url = readGif(call, isText);
  const isEmpty = text.trim() === '' && !link_attachment && !poll && !gif_url && !text_attachment;
  if (isText && isEmpty && !call.input('quote_post_id')) throw missingParameter('text');
  const is_ghost = booleanInput(call, 'is_ghost_post') ?? false;
  if (is_ghost && (!isText || reply_to !== null)) throw invalidParameter('Only text posts can be ghost posts');

  return {
    media_type,
    is_carousel_item,
    text,
    url: media_type === 'IMAGE' || media_type === 'VIDEO' ? readUrl(call, media_type) : '',
    alt_text: isText || media_type === 'CAROUSEL' ? null : readAltText(call),
    children: media_type === 'CAROUSEL' ? readChildren(call) : [],
    link_attachment,
    gif_url,
    poll,
    text_attachment,
    reply_to,
    quote_of: call.input('quote_post_id') || null,
    reply_audience: readReplyControl(call),
    topic_tag: readTopic(call) ?? topicIn(text),
    allowlisted_country_codes: readCountries(call),
    location_id: call.input('location_id') || null,
    is_spoiler: booleanInput(call, 'is_spoiler_media') ?? false,
    is_ghost,
    has_reply_approvals: booleanInput(call, 'enable_reply_approvals') ?? false,
  };
}

function readType(call: Call, isItem: boolean): Draft['media_type'] {
  const type = call.input('media_type');
  if (type === undefined) throw missingParameter('media_type');
  if (type !== 'TEXT' && type !== 'IMAGE' && type !== 'VIDEO' && type !== 'CAROUSEL')
    throw invalidParameter('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}');
  if (isItem && type !== 'IMAGE' && type !== 'VIDEO')
    throw invalidParameter('A carousel item must be an image or a video');
  return type;
}

function readText(call: Call): string {
  const text = call.input('text') ?? '';
  if (textLength(text) > textMax) throw invalidParameter(`Param text must be at most ${textMax} characters long.`);
  return text;
}

function readLink(call: Call, isText: boolean): string | null {
  const link = call.input('link_attachment');
  if (!link) return null;
  if (!isText) throw invalidParameter('Param link_attachment is only supported for text posts');
  if (!/^https?:$/.test(URL.parse(link)?.protocol ?? '')) throw invalidParameter('Param link_attachment must be a URL');
  return link;
}

function readUrl(call: Call, mediaType: 'IMAGE' | 'VIDEO'): string {
  const name = mediaType === 'VIDEO' ? 'video_url' : 'image_url';
  const url = call.input(name);
  if (!url) throw missingParameter(name);
  return url;
}

function readAltText(call: Call): string | null {
  const altText = call.input('alt_text') || null;
  if (altText !== null && [...altText].length > altTextMax)
    throw invalidParameter(`Param alt_text must be at most ${altTextMax} characters long.`);
  return altText;
}

function readChildren(call: Call): string[] {
  const children = (listInput(call, 'children') ?? []).map(String).filter(Boolean);
  if (children.length < 2 || children.length > childrenMax)
    throw invalidParameter(`Param children must have at least 2 and at most ${childrenMax} elements.`);
  if (new Set(children).size < children.length) throw invalidParameter('Param children names an item twice');
  return children;
}

function readReplyControl(call: Call): ReplyControl {
  const control = call.input('reply_control');
  if (!control) return 'everyone';
  const known = replyControls.find((name) => name === control);
  if (!known) throw invalidParameter(`Param reply_control must be one of {${replyControls.join(', ')}}`);
  return known;
}

function readTopic(call: Call): string | null {
  const tag = call.input('topic_tag');
  if (!tag) return null;
  const length = [...tag].length;
  if (length > 50 || /[.&]/.test(tag))
    throw invalidParameter('Param topic_tag must have 1 to 50 characters and neither periods nor ampersands');
  return tag;
}

function readCountries(call: Call): string[] {
  const codes = (listInput(call, 'allowlisted_country_codes') ?? []).map(String);
  if (codes.some((code) => !/^[A-Z]{2}$/.test(code))) throw invalidCountryCodes();
  return codes;
}

/** Parameters that need a permission of their own. */
export function checkDraftScopes(call: Call, draft: Draft): void {
  requireScope(call, scopes.publish);
  if (draft.location_id !== null) requireScope(call, scopes.locations);
  if (booleanInput(call, 'crossreshare_to_ig')) requireScope(call, scopes.shareToInstagram);
}
