import type { Reads } from '../../core/account-abilities.ts';
import type { Session } from '../../core/session.ts';
import { boardPath, callPinterest } from './client.ts';
import { toBoard, toShownPin, toSummary } from './map.ts';
import { BoardPage, CountedAccount, ShownPins, WireBoard } from './wire.ts';

const PAGE_SIZE = 250;
/** More boards than any account has. */
const PAGES_MAX = 8;

export const reads: Reads = {
  async summary(session) {
    const request = { method: 'GET', path: '/user_account' } as const;
    return toSummary((await callPinterest(session, 'read', request, CountedAccount)).value);
  },

  boards: async (session) => (await listBoards(session)).map(toBoard),

  async board(session, id) {
    const request = { method: 'GET', path: boardPath(id) } as const;
    return toBoard((await callPinterest(session, 'read', request, WireBoard)).value);
  },

  /** https://developers.pinterest.com/docs/api/v5/pins-list */
  async pins(session, limit) {
    const request = { method: 'GET', path: '/pins', query: { page_size: limit } } as const;
    const { items } = (await callPinterest(session, 'read', request, ShownPins)).value;
    return items.map(({ value }) => toShownPin(value));
  },
};

/** https://developers.pinterest.com/docs/api/v5/boards-list */
export async function listBoards(session: Session): Promise<WireBoard[]> {
  const found: WireBoard[] = [];
  let bookmark: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { page_size: PAGE_SIZE, bookmark };
    const { value } = await callPinterest(session, 'read', { method: 'GET', path: '/boards', query }, BoardPage);
    found.push(...value.items);
    if (!value.bookmark || value.bookmark === bookmark) break;
    bookmark = value.bookmark;
  }
  return found;
}
