import { sql } from 'kysely';
import type { PlatformMessage } from '../../../core/messaging/messages.ts';
import type { StoredPerson } from '../../../db/column-types.ts';
import type { Runner } from '../../../db/query.ts';

export interface NewMessage {
  readonly id: string;
  readonly accountId: string;
  readonly platform: string;
  readonly conversationId: string;
  readonly message: PlatformMessage;
  readonly sender: StoredPerson;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface WrittenMessage {
  readonly id: string;
  readonly account_id: string;
  readonly platform_id: string;
  readonly is_new: boolean;
}

/**
 * Writes messages, none of them twice, or updates those with their platform ids: the newest text wins, our own facts stay,
 * and an unsent one stays blank. Returns the written ones, which unsent ones are not.
 */
export async function upsertMessages(
  tx: Runner,
  tenantId: string,
  news: readonly NewMessage[],
): Promise<WrittenMessage[]> {
  return tx.run(sql<WrittenMessage>`
    insert into messages as m (tenant_id, id, account_id, conversation_id, platform, platform_id, direction, kind, text, sender, attachments,
      metadata, edited_at, created_at)
    select ${tenantId}, r.id, r.account_id, r.conversation_id, r.platform, r.platform_id, r.direction, r.kind, r.text, r.sender, r.attachments,
      r.metadata, r.edited_at, r.created_at
    from jsonb_to_recordset(${JSON.stringify(news.map(toRow))}::jsonb) as r (id text, account_id text, conversation_id text, platform text,
      platform_id text, direction text, kind text, text text, sender jsonb, attachments jsonb, metadata jsonb, edited_at timestamptz,
      created_at timestamptz)
    on conflict (tenant_id, account_id, platform_id) do update set
      text = case when m.action_id is null and coalesce(excluded.edited_at, excluded.created_at) >= coalesce(m.edited_at, m.created_at)
        or excluded.edited_at > coalesce(m.edited_at, '-infinity') then excluded.text else m.text end,
      edited_at = greatest(m.edited_at, excluded.edited_at),
      attachments = case when m.attachments = '[]' then excluded.attachments else m.attachments end,
      metadata = excluded.metadata || m.metadata
      where m.deleted_at is null
    returning id, account_id, platform_id, xmax = 0 as is_new`);
}

function toRow({ id, accountId, platform, conversationId, message, sender, metadata }: NewMessage) {
  return {
    id,
    account_id: accountId,
    conversation_id: conversationId,
    platform,
    platform_id: message.platformId,
    direction: message.isOwn ? 'outgoing' : 'incoming',
    kind: message.isReferral === true ? 'referral' : message.postback === undefined ? 'message' : 'postback',
    text: message.text,
    sender,
    attachments: message.attachments,
    metadata,
    edited_at: message.editedAt,
    created_at: message.createdAt,
  };
}
