import { z } from 'zod';
import type { TemplateMessage } from '../../core/business-messaging.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, type ErrorCode } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertNotThrottled } from '../accounts/index.ts';
import { actions, type Failure } from '../actions/index.ts';
import { quotaErrorOf, usage } from '../usage/index.ts';
import { findAccount } from './find-account.ts';
import { errorOf } from './platform-answer.ts';

const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

const Parameter = z.looseObject({ type: z.string().min(1).max(50), text: z.string().max(5000).optional() });
const Component = z.strictObject({
  type: z.enum(['header', 'body', 'button']),
  sub_type: z.enum(['quick_reply', 'url', 'copy_code', 'phone_number']).optional(),
  index: z.union([z.string().regex(/^\d$/), z.int().min(0).max(9)]).optional(),
  parameters: z.array(Parameter).max(100).optional(),
});

const Sent = z.object({
  messaging_product: z.string(),
  contacts: z.array(z.object({ input: z.string(), wa_id: z.string() })),
  messages: z.array(z.object({ id: z.string(), message_status: z.string() })),
});

export const sendTemplate = defineOperation({
  name: 'send_template',
  summary: 'Send a message made from an approved template, at any time',
  tag: 'WhatsApp',
  http: { method: 'post', path: '/v1/platforms/whatsapp/accounts/{account_id}/send-template', status: 200 },
  scope: 'dms:send',
  charge: 'interaction',
  input: z.strictObject({
    account_id: z.string().min(1).max(200),
    to: z
      .string()
      .regex(/^[0-9]{5,15}$/, 'must be a phone number: digits with the country’s code')
      .meta({ description: 'Phone number with the country’s code, digits only' }),
    template_name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'must be the name of a template'),
    language: z.string().regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/, 'must be a locale such as en_US'),
    components: z.array(Component).max(20).optional().meta({ description: 'What is filled in, as WhatsApp writes it' }),
  }),
  output: Sent,

  async run(ctx, { account_id: accountId, to, template_name: templateName, language, components = [] }) {
    const { account } = await findAccount(ctx, accountId, 'templates');
    await assertNotThrottled(ctx.db, ctx.tenant.id, [account.id]);
    const message = JSON.parse(JSON.stringify({ to, templateName, language, components })) as TemplateMessage;
    const { id } = await ctx
      .commit(async (tx) => {
        const action = await actions.insert(tx, ctx.tenant.id, {
          accountId: account.id,
          platform: account.platform,
          kind: 'template',
          postId: null,
          input: { ...message },
        });
        await actions.setCharge(tx, ctx.tenant.id, action, await usage.take(tx, ctx.tenant, 'interaction', 1));
        return { id: action };
      })
      .catch((error) => {
        throw quotaErrorOf(error, ctx.tenant);
      });
    if (ctx.request.dryRun)
      return { messaging_product: 'whatsapp', contacts: [], messages: [], cost: { interactions: 1 } };
    ctx.services.wake('outward');
    return answerOf(ctx, id);
  },

  replay: (ctx, { ref }) => answerOf(ctx, ref as string),
});

/** Waits for the outcome of the action, at most ten seconds; then it goes on by itself. */
async function answerOf(ctx: Context, id: string): Promise<z.infer<typeof Sent>> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const result = await actions.result(ctx.db, ctx.tenant.id, id);
    if (result?.status === 'published') {
      const { to } = result.input as unknown as TemplateMessage;
      const { wa_id = to, message_status = 'accepted' } = result.metadata as Record<string, string | undefined>;
      return {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id }],
        messages: [{ id: result.platform_id ?? '', message_status }],
      };
    }
    if (result?.status === 'failed' || result?.status === 'unconfirmed')
      throw toError(result.error as unknown as Failure, id);
    if (performance.now() > deadline) {
      throw new ApiError(
        'platform_timeout',
        'The platform has not answered yet. The message is on its way and goes on under this id; do not send it again.',
        { id, retry_after: 10 },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  platform_rate_limit: 'platform_rate_limit',
  invalid_token: 'invalid_token',
  reconnection_required: 'reconnection_required',
  permission_denied: 'reconnection_required',
  rejected: 'invalid_request',
  not_found: 'not_found',
  not_supported: 'not_supported',
};

function toError(failure: Failure, id: string): ApiError {
  const { code: reason, platform_code: platformCode } = failure;
  const meta = { id, reason };
  const what = failure.message.replace(/[.!?\s]*$/, '.');
  if (reason === 'unconfirmed')
    return new ApiError(
      'platform_error',
      `${what} The message may have been sent: ask the person before you send it again.`,
      meta,
      'platform.whatsapp.api_error',
    );
  const known = errorOf(platformCode, what, meta);
  if (known !== undefined) return known;
  const code = CODES[reason] ?? 'platform_error';
  const words = code === 'platform_rate_limit' ? `Platform rate limit exceeded: ${what}` : what;
  return new ApiError(code, `${words} ${failure.remedy}`, {
    ...meta,
    ...(code === 'invalid_request' ? { field: 'components' } : {}),
    ...(platformCode === undefined ? {} : { platform_code: platformCode }),
  });
}
