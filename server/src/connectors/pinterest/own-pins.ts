import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { listCut } from '../shared/collected.ts';
import { wholeSeconds } from '../shared/whole-seconds.ts';
import { callPinterest } from './client.ts';
import { boardOf, hasTitleOf, toListed } from './map.ts';
import { type ListedPin, PinPage } from './wire.ts';

const PAGE_SIZE = 250;
const PAGES_MAX = 20;

/**
 * The newest pins of the content's board since a time. Pinterest does not document their order, so every page is read.
 * https://developers.pinterest.com/docs/api/v5/boards-list_pins
 */
export async function listOwn(session: Session, content: Content, since: Date): Promise<Listed[]> {
  const sinceMs = wholeSeconds(since) * 1000;
  const pins = await allPins(session, boardOf(content));
  return pins
    .filter((pin) => pin.created_at.getTime() >= sinceMs && hasTitleOf(content, pin))
    .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
    .map(toListed);
}

async function allPins(session: Session, board: string): Promise<ListedPin[]> {
  const pins: ListedPin[] = [];
  const seen = new Set<string>();
  let bookmark: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const query = { page_size: PAGE_SIZE, bookmark };
    const request = { method: 'GET', path: `/boards/${board}/pins`, query } as const;
    const { value: page } = await callPinterest(session, 'read', request, PinPage);
    pins.push(...page.items);
    bookmark = page.bookmark ?? undefined;
    if (!bookmark) return pins;
    if (seen.has(bookmark)) break;
    seen.add(bookmark);
  }
  throw listCut();
}
