import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import * as feedback from './feedback.repository.ts';

export const sendFeedback = defineOperation({
  name: 'send_feedback',
  summary: 'Send feedback',
  description: 'Sends the operator of the service a message of up to 5,000 characters. Nobody answers it here.',
  example: { input: { type: 'feature_request', message: 'A calendar of all scheduled posts would help.' } },
  tag: 'Feedback',
  http: { method: 'post', path: '/v1/feedback', status: 200 },
  scope: 'any',
  leaves: false,
  input: z.strictObject({
    type: z.enum(feedback.FEEDBACK_TYPES).meta({ description: 'What the message is about' }),
    message: z.string().trim().min(1, 'must not be empty').max(5000),
  }),
  output: z.object({ ok: z.boolean() }),

  async run(ctx, message) {
    return ctx.commit(async (tx) => {
      await feedback.insert(tx, ctx.tenant.workspaceId, message);
      return { ok: true };
    });
  },
});
