import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { YoutubeError } from './errors.ts';

interface ListOptions<Row> {
  readonly kind: string;
  readonly most: number;
  readonly usual: number;
  readonly show: (row: Row) => unknown;
  /** True when no item is hidden; otherwise `totalResults` counts the items of the page. */
  readonly countsAll?: boolean;
}

/** A page of a list. Its token is the place of the first item after it. */
export function listResponse<Row>(call: Call, rows: readonly Row[], options: ListOptions<Row>): PlatformResponse {
  const { kind, most, usual, show, countsAll = false } = options;
  const asked = Number(call.input('maxResults') ?? usual);
  if (!Number.isInteger(asked) || asked < 0 || asked > most)
    throw new YoutubeError(400, 'invalidParameter', `Invalid value for maxResults: ${asked}.`, {
      domain: 'global',
      location: 'maxResults',
    });
  const start = placeOf(call.input('pageToken'));
  const size = asked === 0 ? usual : asked;
  const page = rows.slice(start, start + size);
  const isLast = start + size >= rows.length;
  return json({
    kind,
    etag: 'simulated',
    ...(!isLast && { nextPageToken: tokenOf(start + size) }),
    ...(countsAll && start > 0 && { prevPageToken: tokenOf(Math.max(0, start - size)) }),
    pageInfo: { totalResults: countsAll ? rows.length : page.length, resultsPerPage: size },
    items: page.map(show),
  });
}

function tokenOf(place: number): string {
  return Buffer.from(`place:${place}`).toString('base64url');
}

function placeOf(token: string | undefined): number {
  if (token === undefined) return 0;
  const [, place] = /^place:(\d{1,9})$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (place !== undefined) return Number(place);
  throw new YoutubeError(400, 'invalidPageToken', 'The request specifies an invalid page token.', {
    location: 'pageToken',
  });
}
