import type { MentionReply, Mentions, Part, PlatformMention } from '../../core/messaging/inbox.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { nextCursor } from '../shared/meta/paging.ts';
import { call } from './client.ts';
import { toMention } from './map.ts';
import { twoPhase } from './two-phase.ts';
import { MENTION_FIELDS, mentionPage } from './wire.ts';

const PAGE_SIZE = 50;

/** A reply to another person's post is an ordinary reply. */
const reply = twoPhase<MentionReply>(({ mentionId, text }) => ({
  content: { text, media: [], options: {} },
  replyTo: mentionId,
}));

export const mentions: Mentions = { list, reply };

/** https://developers.facebook.com/docs/threads/threads-mentions */
async function list(session: Session, cursor?: string): Promise<Part<PlatformMention>> {
  const path = [session.account.platformId, 'mentions'];
  const query = { fields: MENTION_FIELDS, limit: PAGE_SIZE, after: cursor };
  const page = await call(session, { method: 'GET', path, query, response: mentionPage });
  const items = page.data.flatMap(({ item, raw }) => toMention(item, raw, session.account) ?? []);
  const next = nextCursor(page)?.after;
  return compact({ items, cursor: next });
}
