import { z } from 'zod';
import type { Session } from '../../core/session.ts';
import { callLinkedIn, type LinkedInRequest } from '../linkedin/client.ts';
import type { Collected } from '../shared/collected.ts';
import { paging } from './wire.ts';

export interface Paged {
  readonly path: string;
  /** Without `start` and `count`. */
  readonly query: string;
  readonly restMethod?: LinkedInRequest['restMethod'];
}

const PAGE_SIZE = 100;

/**
 * The elements of a list, page by page, up to a maximum or to what is enough. A link or a total in the response means that
 * there are more.
 * Links are never followed, because a response could name any host.
 */
export async function listElements<Element extends z.ZodType>(
  session: Session,
  { path, query, restMethod }: Paged,
  element: Element,
  pagesMax: number,
  isEnough: (elements: readonly z.output<Element>[]) => boolean = () => false,
): Promise<Collected<z.output<Element>>> {
  const schema = z.object({ paging, elements: z.array(element) });
  const found: z.output<Element>[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const start = page * PAGE_SIZE;
    const position = `start=${start}&count=${PAGE_SIZE}`;
    const request = { method: 'GET', path, query: query === '' ? position : `${query}&${position}` } as const;
    const { value } = await callLinkedIn(
      session,
      'read',
      restMethod === undefined ? request : { ...request, restMethod },
      schema,
    );
    found.push(...value.elements);
    const { links, total } = value.paging ?? {};
    const hasMore = links?.some(({ rel }) => rel === 'next') || (total ?? 0) > start + PAGE_SIZE;
    if (!hasMore || isEnough(value.elements)) return { items: found, isWhole: true };
  }
  return { items: found, isWhole: false };
}
