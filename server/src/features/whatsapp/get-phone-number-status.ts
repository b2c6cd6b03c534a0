import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { findAccount } from './find-account.ts';
import { numberId, PATH } from './number-operation.ts';
import { atPlatform } from './platform-answer.ts';

export const getPhoneNumberStatus = defineOperation({
  name: 'get_phone_number_status',
  summary: 'Whether the number is verified and registered, asked of the platform',
  tag: 'WhatsApp',
  http: { method: 'get', path: `${PATH}/status`, status: 200 },
  scope: 'accounts:read',
  input: z.strictObject(numberId),
  output: z.object({ verified: z.boolean(), registered: z.boolean() }),

  async run(ctx, { phone_number_id: id }) {
    const { account, abilities } = await findAccount(ctx, id, 'phoneNumber');
    const status = await atPlatform(ctx, account, 'phone_number_id', (_connector, session) =>
      abilities.status(session),
    );
    return { verified: status.isVerified, registered: status.isRegistered };
  },
});
