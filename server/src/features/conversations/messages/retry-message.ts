import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { type ApiError, conflict, notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { actions } from '../../../engine/index.ts';
import { accountOfItem } from '../../accounts/index.ts';
import { skipDuplicateCheck } from '../../inbox/index.ts';
import { performAction, type RepeatedAction } from '../../outcomes/index.ts';
import { findConversation } from '../find-conversation.ts';
import { StoredMessageInput } from './message.action.ts';
import * as messages from './message.repository.ts';
import type { MessageRow } from './message.ts';
import { assertWindowOpen } from './message-window.ts';
import * as ownMessages from './own-message.repository.ts';
import { Sent, sentResponse } from './sent-response.ts';

export const retryMessage = defineOperation({
  name: 'retry_message',
  summary: 'Retry a message',
  description:
    'Sends a message again whose `status` is `failed`, for one interaction. An `unconfirmed` one may have arrived: ask the person, then send `confirm: true`. Any other message is 409 `conflict`. The window of the platform counts again (400 `window_closed`). The message keeps its id.',
  tag: 'Conversations',
  http: {
    method: 'post',
    path: '/v1/inbox/conversations/{conversation_id}/messages/{message_id}/retry',
    status: 200,
  },
  scope: 'dms:send',
  leaves: true,
  charge: 'interaction',
  isCharged: () => true,
  input: z.strictObject({
    conversation_id: z.string().min(1).max(200),
    message_id: z.string().min(1).max(500),
    confirm: z.boolean().optional().meta({ description: 'Needed for a message that may have been sent' }),
    skip_duplicate_check: skipDuplicateCheck,
  }),
  output: Sent,

  async run(ctx, { conversation_id: id, message_id: messageId, confirm = false, skip_duplicate_check: skips }) {
    const conversation = await findConversation(ctx, id);
    const message = await messages.find(ctx.db, ctx.tenant.id, conversation, messageId);
    if (message === undefined) throw notFound('message', messageId);
    assertUnsent(message);
    const { account, connector } = await accountOfItem(ctx, conversation.account_id);
    const { input, repeats } = await unsentBy(ctx, message.id);
    return performAction(ctx, {
      account,
      actions: [{ kind: 'message', input }],
      identity: { retries: message.id },
      repeats,
      since: await messages.newestStoredAt(ctx.db, ctx.tenant.id, conversation),
      skipsDuplicateCheck: skips,
      charge: 'interaction',
      async check() {
        assertRetried(message, confirm);
        await assertWindowOpen(ctx, connector, conversation, input.tag);
      },
      async alongside(tx, [actionId = '']) {
        if (!(await ownMessages.resend(tx, ctx.tenant.id, message.id, { actionId, by: ctx.actor })))
          throw notFailed(message.id, 'sending');
      },
      preview: { success: true, message_id: message.id, message_ids: [message.id] },
      response: (actionId) => sentResponse(ctx, actionId, ownMessages.ofRetry),
    });
  },

  replay: (ctx, { ref }) => sentResponse(ctx, ref as string, ownMessages.ofRetry),
});

/** A message that is being sent passes: the request may repeat the one that sends it. */
function assertUnsent({ id, status, direction, platform_id: platformId }: MessageRow): void {
  if (direction === 'incoming') throw notFailed(id, 'received');
  if (status === 'failed' || status === 'unconfirmed') return;
  if (status !== null || platformId !== null) throw notFailed(id, status ?? 'sent');
}

function assertRetried({ id, status }: MessageRow, confirm: boolean): void {
  if (status === null) throw notFailed(id, 'sending');
  if (status === 'unconfirmed' && !confirm)
    throw conflict('The message may have been sent. Ask the person, then send confirm: true.', {
      id,
      field: 'confirm',
    });
}

function notFailed(id: string, status: string): ApiError {
  return conflict(`Only a failed message is sent again; this one is ${status}.`, { id });
}

/** The request that did not send the message. Retries of it have the same fingerprint. */
async function unsentBy(
  ctx: Context,
  messageId: string,
): Promise<{ readonly input: z.infer<typeof StoredMessageInput>; readonly repeats: RepeatedAction }> {
  const ids = await ownMessages.actionsOf(ctx.db, ctx.tenant.id, messageId);
  const action = ids && (await actions.result(ctx.db, ctx.tenant.id, ids.newest));
  if (ids === undefined || action === undefined) throw notFailed(messageId, 'failed on the platform');
  return {
    input: StoredMessageInput.parse(action.input),
    repeats: { id: ids.first, fingerprint: action.fingerprint },
  };
}
