import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { changeNumber, numberId, PATH, sixDigits } from './number-operation.ts';

export const registerPhoneNumber = defineOperation({
  name: 'register_phone_number',
  summary: 'Register the phone number so that it can send and receive',
  tag: 'WhatsApp',
  http: { method: 'post', path: `${PATH}/register`, status: 204 },
  scope: 'accounts:manage',
  callsPlatform: true,
  input: z.strictObject({
    ...numberId,
    pin: sixDigits.meta({ description: 'The two-step PIN of the number; the first registration sets it' }),
  }),
  output: z.null(),

  run: (ctx, { phone_number_id: id, pin }) =>
    changeNumber(ctx, id, 'pin', (number, session) => number.register(session, pin)),
});
