import { PlatformError } from '../../core/platform-error.ts';

/** A post: `share` with text, article or one image, `ugcPost` with other media, `activity` in comments and notices. */
export const POST_URN = /^urn:li:(?:share|ugcPost|activity):\d{1,20}$/;
export const MEDIA_URN = /^urn:li:(?:image|video):[\w-]{1,200}$/;
/** The URN of a comment holds the URN of its post: `urn:li:comment:(urn:li:activity:631,636)`. */
export const COMMENT_URN = /^urn:li:comment:\((urn:li:(?:share|ugcPost|activity):\d{1,20}),(\d{1,20})\)$/;

/** A URN inside a path or a query. Every character that could be syntax is escaped, also the brackets of comments. */
export function encodeUrn(urn: string): string {
  return encodeURIComponent(urn).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
}

/** Accepts only URNs, because ids come from callers too and must not change the path. */
export function checkedUrn(urn: string, form: RegExp): string {
  if (form.test(urn)) return urn;
  throw new PlatformError('not_found', `LinkedIn has no object ${JSON.stringify(urn.slice(0, 100))}.`);
}

/** The path of one post in the API. */
export function postPath(urn: string): string {
  return `/rest/posts/${encodeUrn(checkedUrn(urn, POST_URN))}`;
}

/** The address of a post for people. */
export function permalinkOf(urn: string): string {
  return `https://www.linkedin.com/feed/update/${urn}/`;
}
