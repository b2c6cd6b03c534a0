import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { compact } from '../../lib/compact.ts';
import { profileFields } from './business-profile.ts';
import { findAccount } from './find-account.ts';
import { changeNumber, numberId, PATH } from './number-operation.ts';

export const updateBusinessProfile = defineOperation({
  name: 'update_business_profile',
  summary: 'Update the business profile',
  description:
    'Changes the public profile of the business behind a number; fields that are left out stay. It is free. Without any field the answer is 400 `invalid_request`, and so is a value that WhatsApp rejects.',
  example: { input: { about: 'Coffee and cake by the water' } },
  tag: 'WhatsApp',
  http: { method: 'put', path: `${PATH}/business-profile`, status: 204 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({ ...numberId, ...profileFields }),
  output: z.null(),

  async run(ctx, { phone_number_id: id, profile_picture_handle: pictureHandle, ...change }) {
    await findAccount(ctx, id, 'phoneNumber');
    const [field] = Object.keys(compact({ ...change, pictureHandle }));
    if (field === undefined) throw invalid('body', 'Send at least one field of the profile.');
    return changeNumber(ctx, id, field, (number, session) =>
      number.updateProfile(session, { ...change, pictureHandle }),
    );
  },
});
