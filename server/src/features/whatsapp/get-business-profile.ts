import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { BusinessProfile, toBusinessProfile } from './business-profile.ts';
import { callAccount } from './call-account.ts';
import { findAccount, PLATFORM } from './find-account.ts';
import { numberId, PATH } from './number-operation.ts';

export const getBusinessProfile = defineOperation({
  name: 'get_business_profile',
  summary: 'Get the business profile',
  description:
    'Reads the public profile of the business behind a number from WhatsApp. Fields that the business has not filled in are absent. It is free. An unknown number is 404 `account_not_found`, an account that must be reconnected 403 `reconnection_required`.',
  example: {
    output: {
      about: 'Coffee and cake by the water',
      email: 'hello@example.com',
      messaging_product: PLATFORM,
      vertical: 'RESTAURANT',
      websites: ['https://example.com'],
    },
  },
  tag: 'WhatsApp',
  http: { method: 'get', path: `${PATH}/business-profile`, status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(numberId),
  output: BusinessProfile,

  async run(ctx, { phone_number_id: id }) {
    const { account, abilities } = await findAccount(ctx, id, 'phoneNumber');
    const profile = await callAccount(ctx, account, 'phone_number_id', (session) => abilities.profile(session));
    return toBusinessProfile(profile, ctx.tenant.mode === 'live');
  },
});
