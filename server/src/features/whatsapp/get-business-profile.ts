import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { BusinessProfile, toBusinessProfile } from './business-profile.ts';
import { callAccount } from './call-account.ts';
import { findAccount } from './find-account.ts';
import { numberId, PATH } from './number-operation.ts';

export const getBusinessProfile = defineOperation({
  name: 'get_business_profile',
  summary: 'Get the public profile of the business behind the number',
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
