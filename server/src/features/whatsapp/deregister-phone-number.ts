import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { changeNumber, numberId, PATH } from './number-operation.ts';

export const deregisterPhoneNumber = defineOperation({
  name: 'deregister_phone_number',
  summary: 'Deregister the phone number; it can then neither send nor receive',
  tag: 'WhatsApp',
  http: { method: 'post', path: `${PATH}/deregister`, status: 204 },
  scope: 'accounts:manage',
  callsPlatform: true,
  input: z.strictObject(numberId),
  output: z.null(),

  run: (ctx, { phone_number_id: id }) =>
    changeNumber(ctx, id, 'phone_number_id', (number, session) => number.deregister(session)),
});
