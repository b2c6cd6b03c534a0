import type { AccountMetrics } from '../../core/analytics/metrics.ts';
import type { Session } from '../../core/session.ts';
import { metricCount } from '../shared/call-platform.ts';
import { callTelegram } from './client.ts';

/** https://core.telegram.org/bots/api#getchatmembercount: the members of the channel. Bots see no counters of posts. */
export async function accountMetrics(session: Session): Promise<AccountMetrics> {
  const call = { json: { chat_id: session.account.platformId } };
  return { followers: await callTelegram(session, 'read', 'getChatMemberCount', call, metricCount) };
}
