import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { notFound, notSupported } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import { accountOfItem } from '../../accounts/index.ts';
import { tenantNow } from '../../clock/index.ts';
import { openInbox, skipDuplicateCheck } from '../../inbox/index.ts';
import { performAction } from '../../outcomes/index.ts';
import { noteMessages } from '../arriving-messages.repository.ts';
import type { ConversationRow } from '../conversation.ts';
import { findConversation } from '../find-conversation.ts';
import { attachmentsOf, withCopiedAttachments } from './attachments-of.ts';
import { type ComposedMessage, composeMessages } from './compose-messages.ts';
import * as messages from './message.repository.ts';
import { assertWindowOpen, tagOf } from './message-window.ts';
import * as ownMessages from './own-message.repository.ts';
import { messageFields, type SendInput } from './send-input.ts';
import { Sent, sentResponse } from './sent-response.ts';

export const sendMessage = defineOperation({
  name: 'send_message',
  summary: 'Send a message',
  description:
    "Sends a text, attachments, or one of quick replies, buttons and cards. It costs one interaction. The answer comes when the platform has taken it; after ten seconds it is 504 `platform_timeout`, and the message goes on by itself. Outside the platform's window it is 400 `window_closed`; `meta` says what can still be sent. An account without access is 403 `reconnection_required`. `GET /v1/platforms` says what a message may carry; the rest is 501 `not_supported`.",
  example: { input: { text: 'Yes. Where to?', quick_replies: [{ title: 'Harbour', payload: 'HARBOUR' }] } },
  tag: 'Conversations',
  http: { method: 'post', path: '/v1/inbox/conversations/{conversation_id}/messages', status: 200 },
  scope: 'dms:send',
  leaves: true,
  withCopies: withCopiedAttachments,
  rejects: ['storage_quota_exceeded'],
  charge: 'interaction',
  isCharged: () => true,
  input: z.strictObject({
    conversation_id: z.string().min(1).max(200),
    account_id: z.string().max(200).optional(),
    ...messageFields,
    skip_duplicate_check: skipDuplicateCheck,
  }),
  output: Sent,

  async run(ctx, { conversation_id: id, account_id: accountId, skip_duplicate_check: skips, ...input }) {
    const conversation = await findConversation(ctx, id, accountId);
    const { account, connector } = await accountOfItem(ctx, conversation.account_id);
    const limits = connector.messages?.limits;
    if (limits === undefined) throw notSupported(account.platform, 'direct messages');
    const composed = composeMessages(connector, limits, input, await attachmentsOf(ctx, input));
    const tag = tagOf(connector.displayName, limits, input.message_tag);
    if (input.reply_to_message_id !== undefined && limits.takesReplyTo !== true)
      throw notSupported(account.platform, 'replies to single messages');
    const replyToId = await repliedTo(ctx, conversation, input);
    return performAction(ctx, {
      account,
      actions: toActions(conversation, composed, compact({ tag, replyToId })),
      since: await messages.newestStoredAt(ctx.db, ctx.tenant.id, conversation),
      skipsDuplicateCheck: skips,
      charge: 'interaction',
      check: () => assertWindowOpen(ctx, connector, conversation, tag),
      async alongside(tx, actionIds) {
        const { id: tenantId, mode } = ctx.tenant;
        const { id: accountId, platform } = account;
        const inbox = await openInbox(tx, { tenantId, accountId, platform, livemode: mode === 'live' });
        const sender = { id: account.platform_id, name: account.name, username: account.username };
        const rows = composed.map((message, index) =>
          toRow(message, actionIds[index] ?? '', index === 0 ? replyToId : undefined),
        );
        await ownMessages.insert(tx, inbox, conversation.id, sender, rows, ctx.actor);
        const createdAt = await tenantNow(ctx, tx);
        await noteMessages(tx, tenantId, [{ id: conversation.id, latestAt: createdAt, unread: 0 }]);
      },
      preview: { success: true, message_id: '', message_ids: [] },
      response: (first) => sentResponse(ctx, first, ownMessages.ofRequest),
    });
  },

  replay: (ctx, { ref }) => sentResponse(ctx, ref as string, ownMessages.ofRequest),
});

async function repliedTo(
  ctx: Context,
  conversation: ConversationRow,
  { reply_to_message_id: id }: SendInput,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const message = await messages.find(ctx.db, ctx.tenant.id, conversation, id);
  if (message?.platform_id == null) throw notFound('message', id, 'reply_to_message_id');
  return message.platform_id;
}

/** The first message answers; the ids keep the order. */
function toActions(
  { platform_id: conversationId, participant_id: participantId }: ConversationRow,
  composed: readonly ComposedMessage[],
  { replyToId, tag }: { readonly replyToId?: string; readonly tag?: string },
) {
  const ids = composed.map(() => newId('act')).sort();
  return composed.map((message, index) => {
    const reply = index === 0 ? replyToId : undefined;
    const input = compact({ conversationId, participantId, ...message, replyToId: reply, tag });
    return compact({
      id: ids[index],
      kind: 'message' as const,
      input,
      batch: composed.length > 1 ? ids[0] : undefined,
    });
  });
}

function toRow(
  { text, media, interactive }: ComposedMessage,
  actionId: string,
  replyToId: string | undefined,
): ownMessages.QueuedMessage {
  const attachment =
    media &&
    compact({ type: media.type ?? ('file' as const), url: media.source_type === 'url' ? media.source : undefined });
  return {
    id: newId('msg'),
    actionId,
    text: text ?? null,
    attachments: attachment === undefined ? [] : [attachment],
    metadata: compact({ reply_to: replyToId, ...interactive }),
  };
}
