import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { secret } from '../../lib/secret-fields.ts';
import { changeNumber, EXAMPLE_DIGITS, numberId, PATH, sixDigits } from './number-operation.ts';

export const registerPhoneNumber = defineOperation({
  name: 'register_phone_number',
  summary: 'Register a phone number',
  description:
    'Registers a verified number, so that it sends and receives. The first registration sets the PIN, later ones must have it. It is free. A wrong PIN is 400 `invalid_request`. A number that is not verified is 409 `conflict`.',
  example: { input: { pin: EXAMPLE_DIGITS } },
  tag: 'WhatsApp',
  http: { method: 'post', path: `${PATH}/register`, status: 204 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({
    ...numberId,
    pin: secret(sixDigits.meta({ description: 'The two-step PIN of the number; the first registration sets it' })),
  }),
  output: z.null(),

  run: (ctx, { phone_number_id: id, pin }) =>
    changeNumber(ctx, id, 'pin', (number, session) => number.register(session, pin)),
});
