import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { callAccount } from './call-account.ts';
import { findAccount } from './find-account.ts';
import { numberId, PATH } from './number-operation.ts';

export const getPhoneNumberStatus = defineOperation({
  name: 'get_phone_number_status',
  summary: 'Get the status of a number',
  description:
    'Asks WhatsApp whether the number is verified and registered. A number is verified with a code, then registered with a PIN; only then it sends and receives. It is free. An unknown number is 404 `account_not_found`, an account that must be reconnected 403 `reconnection_required`.',
  tag: 'WhatsApp',
  http: { method: 'get', path: `${PATH}/status`, status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(numberId),
  output: z.object({ verified: z.boolean(), registered: z.boolean() }),

  async run(ctx, { phone_number_id: id }) {
    const { account, abilities } = await findAccount(ctx, id, 'phoneNumber');
    const status = await callAccount(ctx, account, 'phone_number_id', (session) => abilities.status(session));
    return { verified: status.isVerified, registered: status.isRegistered };
  },
});
