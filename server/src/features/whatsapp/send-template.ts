import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { compact } from '../../lib/compact.ts';
import { reportedError } from '../accounts/index.ts';
import { skipDuplicateCheck } from '../inbox/index.ts';
import { type Explain, outcomeOf, performAction } from '../outcomes/index.ts';
import { findAccount, PLATFORM } from './find-account.ts';
import { StoredMessage } from './template.action.ts';
import { exampleDefinition } from './template.ts';

/** Nobody has it: a number of Berlin that is reserved for fiction. */
const EXAMPLE_PHONE = String(493_023_125_001);

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
  summary: 'Send a template message',
  description:
    'Sends a message from an approved template to any phone number, at any time. It costs 1 interaction, given back when WhatsApp throttles it; without any left the answer is 429 `rate_limit_exceeded`. The answer waits for WhatsApp at most ten seconds, then it is 504 `platform_timeout` and the message goes on. An unknown template is 404 `not_found`, a paused one 409 `conflict`. An unknown outcome is 502 `platform_error`: ask the person before you send it again.',
  example: {
    input: {
      to: EXAMPLE_PHONE,
      template_name: exampleDefinition.name,
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Maya' }] }],
    },
    output: {
      messaging_product: PLATFORM,
      contacts: [{ input: EXAMPLE_PHONE, wa_id: EXAMPLE_PHONE }],
      messages: [{ id: 'wamid.example', message_status: 'accepted' }],
    },
  },
  tag: 'WhatsApp',
  http: { method: 'post', path: '/v1/platforms/whatsapp/accounts/{account_id}/send-template', status: 200 },
  scope: 'dms:send',
  leaves: true,
  charge: 'interaction',
  isCharged: () => true,
  input: z.strictObject({
    account_id: z.string().min(1).max(200),
    to: z
      .string()
      .regex(/^[0-9]{5,15}$/, 'must be a phone number: digits with the country’s code')
      .meta({ description: 'Phone number with the country’s code, digits only' }),
    template_name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'must be the name of a template'),
    language: z.string().regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/, 'must be a locale such as en_US'),
    components: z
      .array(Component)
      .max(20)
      .optional()
      .meta({ description: 'Values for the placeholders, in WhatsApp’s format' }),
    skip_duplicate_check: skipDuplicateCheck,
  }),
  output: Sent,

  async run(ctx, { account_id: accountId, to, template_name: templateName, language, components = [], ...options }) {
    const { account } = await findAccount(ctx, accountId, 'templates');
    return performAction(ctx, {
      account,
      actions: [{ kind: 'template', input: { to, templateName, language, components } }],
      skipsDuplicateCheck: options.skip_duplicate_check,
      charge: 'interaction',
      preview: { messaging_product: PLATFORM, contacts: [], messages: [] },
      response: (id) => responseOf(ctx, id),
    });
  },

  replay: (ctx, { ref }) => responseOf(ctx, ref as string),
});

async function responseOf(ctx: Context, id: string): Promise<z.infer<typeof Sent>> {
  const { input, platform_id: platformId, metadata } = await outcomeOf(ctx, id, 'message', { explain: explain(ctx) });
  const { to } = StoredMessage.parse(input);
  const { wa_id = to, message_status = 'accepted' } = metadata as Record<string, string | undefined>;
  return {
    messaging_product: PLATFORM,
    contacts: [{ input: to, wa_id }],
    messages: [{ id: platformId ?? '', message_status }],
  };
}

const explain =
  (ctx: Context): Explain =>
  ({ code, message, remedy, platform_code: platformCode }, meta) => {
    if (code === 'unconfirmed') {
      const advice = 'The message may have been sent: ask the person before you send it again.';
      return new ApiError('platform_error', `${message} ${advice}`, meta, `platform.${PLATFORM}.api_error`);
    }
    const reported = reportedError(ctx, PLATFORM, platformCode, message, meta);
    if (reported !== undefined || code !== 'rejected') return reported;
    const about = compact({ field: 'components', platform_code: platformCode });
    return new ApiError('invalid_request', `${message} ${remedy}`, { ...meta, ...about });
  };
