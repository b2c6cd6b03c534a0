import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { secret } from '../../lib/secret-fields.ts';
import { changeNumber, EXAMPLE_DIGITS, numberId, PATH, sixDigits } from './number-operation.ts';

export const verifyPhoneCode = defineOperation({
  name: 'verify_phone_code',
  summary: 'Verify a phone number',
  description:
    'Verifies the number with the code that its phone received. It is free. A code that WhatsApp rejects is 400 `invalid_request`. The next step is `POST …/register`.',
  example: { input: { code: EXAMPLE_DIGITS } },
  tag: 'WhatsApp',
  http: { method: 'post', path: `${PATH}/verify-code`, status: 204 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({ ...numberId, code: secret(sixDigits) }),
  output: z.null(),

  run: (ctx, { phone_number_id: id, code }) =>
    changeNumber(ctx, id, 'code', (number, session) => number.verifyCode(session, code)),
});
