import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { ApiError } from '../../../core/errors.ts';
import { reportedError } from '../../accounts/index.ts';
import { type Explain, outcomeOf } from '../../outcomes/index.ts';
import type * as ownMessages from './own-message.repository.ts';

export const Sent = z
  .object({ success: z.boolean(), message_id: z.string(), message_ids: z.array(z.string()) })
  .meta({ id: 'SentMessage' });

/** Waits for the messages of an action; throws the failure of the first that was not sent. */
export async function sentResponse(
  ctx: Context,
  actionId: string,
  messagesOf: typeof ownMessages.ofRequest,
): Promise<z.infer<typeof Sent>> {
  const queued = await messagesOf(ctx.db, ctx.tenant.id, actionId);
  for (const { id, action_id } of queued)
    await outcomeOf(ctx, action_id, 'message', { explain: explain(ctx), shownId: id });
  const ids = (await messagesOf(ctx.db, ctx.tenant.id, actionId)).map(({ id }) => id);
  return { success: true, message_id: ids[0] ?? '', message_ids: ids };
}

const explain =
  (ctx: Context): Explain =>
  ({ code, message, remedy, platform, platform_code: platformCode }, meta) => {
    if (code === 'unconfirmed') {
      const advice = 'The message may have been sent: ask the person before you send it again.';
      return new ApiError('platform_error', `${message} ${advice}`, meta, `platform.${platform}.api_error`);
    }
    const reported = reportedError(ctx, platform, platformCode, message, meta);
    if (reported !== undefined || code !== 'rejected') return reported;
    return new ApiError('invalid_request', `${message} ${remedy}`, { ...meta, field: 'text' });
  };
