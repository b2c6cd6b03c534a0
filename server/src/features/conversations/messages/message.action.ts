import { z } from 'zod';
import type { MessageInput } from '../../../core/messaging/messages.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Action, actions, oneByOne, type SettledAction } from '../../../engine/index.ts';
import { compact } from '../../../lib/compact.ts';
import { record } from '../../events/index.ts';
import { type Inbox, openInbox, takeChanges } from '../../inbox/index.ts';
import { refundThrottled } from '../../outcomes/index.ts';
import { applyEarlyChanges, applyReceipts, reach } from '../store-message-changes.ts';
import { messageEvent } from '../store-messages.ts';
import * as ownMessages from './own-message.repository.ts';

/** The stored input: the effect's input, whose attachment is resolved when it is sent. */
export const StoredMessageInput = z.object({
  conversationId: z.string(),
  participantId: z.string(),
  text: z.string().exactOptional(),
  media: z
    .object({
      source_type: z.enum(['media_id', 'url', 'platform_attachment_id']),
      source: z.string(),
      type: z.enum(['image', 'video', 'audio', 'file']).exactOptional(),
    })
    .exactOptional(),
  replyToId: z.string().exactOptional(),
  tag: z.string().exactOptional(),
  interactive: z.record(z.string(), z.unknown()).exactOptional(),
});
type StoredMessageInput = z.infer<typeof StoredMessageInput>;

/** A direct message. Messages of one request follow each other; when one fails, the rest is not sent. */
export const messageAction: Action<StoredMessageInput> = {
  name: 'message',
  onThrottle: 'fail',
  input: StoredMessageInput,
  effect: (connector) => connector.messages?.send,

  async load(_db, { input: { media, ...input } }, resolve): Promise<MessageInput> {
    const [attachment] = media === undefined ? [] : await resolve([media]);
    return compact({ ...input, attachment });
  },

  settled: oneByOne(async (tx, action) => {
    const { job, outcome } = action;
    const { tenantId, accountId, platform, mode } = job;
    const inbox = await openInbox(tx, { tenantId, accountId, platform, livemode: mode === 'live' });
    if (outcome.status === 'published') await settleSent(tx, inbox, job.actionId, outcome.published.platformId);
    else await settleUnsent(tx, action);
    await refundThrottled(tx, action);
  }),
};

async function settleSent(tx: Transaction, inbox: Inbox, actionId: string, platformId: string): Promise<void> {
  const own = await ownMessages.ofAction(tx, inbox.tenantId, actionId);
  if (own === undefined) return;
  const { id, is_echo: isEcho } = await ownMessages.settleSent(tx, inbox, own, platformId);
  const { conversation_id, participant_id } = own;
  const message = {
    platformId,
    isOwn: true,
    attachments: own.attachments,
    createdAt: own.created_at,
    raw: null,
    ...compact({ text: own.text ?? undefined }),
  };
  const recipient = { id: participant_id, name: own.participant_name };
  const facts = { id, conversationId: conversation_id, sender: own.sender, recipient, metadata: own.metadata };
  const key = { inbox, item: { platformId } };
  const early = await takeChanges(tx, 'message', [key]);
  const sent = { status: 'sent' as const, at: own.created_at };
  await record(tx, inbox.tenantId, [
    ...(isEcho ? [] : [messageEvent(inbox, message, facts)]),
    ...(await reach(inbox, { conversation_id, participant_id }, [id], sent, null)),
    ...(await applyEarlyChanges(inbox, platformId, early(key))),
    ...(await applyReceipts(inbox, conversation_id)),
  ]);
}

async function settleUnsent(tx: Transaction, { job, outcome }: SettledAction<unknown>): Promise<void> {
  if (outcome.status === 'published') return;
  const { failure, status } = outcome;
  const { code, message } = failure;
  await ownMessages.settleUnsent(tx, job.tenantId, [job.actionId], status, { code, message });
  if (status !== 'failed' || job.batch === null) return;
  const rest = await actions.failRest(tx, job, failure);
  const why = { code, message: `A message before it was not sent: ${message}` };
  await ownMessages.settleUnsent(tx, job.tenantId, rest, 'failed', why);
}
