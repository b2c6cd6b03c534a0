import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { changeNumber, numberId, PATH } from './number-operation.ts';

export const deregisterPhoneNumber = defineOperation({
  name: 'deregister_phone_number',
  summary: 'Deregister a phone number',
  description:
    'Ends the registration of a number: it neither sends nor receives until it is registered again. The account stays connected. It is free. A number that is not registered is 409 `conflict`; an unknown one is 404 `account_not_found`.',
  tag: 'WhatsApp',
  http: { method: 'post', path: `${PATH}/deregister`, status: 204 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject(numberId),
  output: z.null(),

  run: (ctx, { phone_number_id: id }) =>
    changeNumber(ctx, id, 'phone_number_id', (number, session) => number.deregister(session)),
});
