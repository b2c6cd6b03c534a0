import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { changeNumber, numberId, PATH, sixDigits } from './number-operation.ts';

export const verifyPhoneCode = defineOperation({
  name: 'verify_phone_code',
  summary: 'Verify the phone number with the code',
  tag: 'WhatsApp',
  http: { method: 'post', path: `${PATH}/verify-code`, status: 204 },
  scope: 'accounts:manage',
  callsPlatform: true,
  input: z.strictObject({ ...numberId, code: sixDigits }),
  output: z.null(),

  run: (ctx, { phone_number_id: id, code }) =>
    changeNumber(ctx, id, 'code', (number, session) => number.verifyCode(session, code)),
});
