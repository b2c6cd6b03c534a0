import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { changeNumber, numberId, PATH } from './number-operation.ts';

export const requestPhoneCode = defineOperation({
  name: 'request_phone_code',
  summary: 'Request a verification code',
  description:
    'Has WhatsApp send a code of six digits to the phone, by message or call. `POST …/verify-code` takes it. It is free. A number that is verified already is 409 `conflict`; too many codes are 429 `platform_rate_limit`.',
  tag: 'WhatsApp',
  http: { method: 'post', path: `${PATH}/request-code`, status: 204 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({
    ...numberId,
    method: z.enum(['SMS', 'VOICE']),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'must be a locale such as en_US')
      .meta({ description: 'Language of the message, such as en_US' }),
  }),
  output: z.null(),

  run: (ctx, { phone_number_id: id, method, language }) =>
    changeNumber(ctx, id, 'method', (number, session) => number.requestCode(session, { method, language })),
});
