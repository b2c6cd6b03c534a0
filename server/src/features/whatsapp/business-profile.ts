import { z } from 'zod';
import type { BusinessProfile as PlatformProfile } from '../../core/messaging/business-messaging.ts';
import { compact } from '../../lib/compact.ts';
import { PLATFORM } from './find-account.ts';

const VERTICALS = [
  'OTHER',
  'AUTO',
  'BEAUTY',
  'APPAREL',
  'EDU',
  'ENTERTAIN',
  'EVENT_PLAN',
  'FINANCE',
  'GROCERY',
  'GOVT',
  'HOTEL',
  'HEALTH',
  'NONPROFIT',
  'PROF_SERVICES',
  'RETAIL',
  'TRAVEL',
  'RESTAURANT',
  'ALCOHOL',
  'ONLINE_GAMBLING',
  'PHYSICAL_GAMBLING',
  'OTC_DRUGS',
] as const;

export const BusinessProfile = z
  .object({
    about: z.string().optional(),
    address: z.string().optional(),
    description: z.string().optional(),
    email: z.string().optional(),
    messaging_product: z.string(),
    profile_picture_url: z.string().optional(),
    vertical: z
      .string()
      .optional()
      .meta({ description: `One of ${VERTICALS.join(', ')}` }),
    websites: z.array(z.string()).optional(),
    livemode: z.boolean(),
  })
  .meta({ id: 'BusinessProfile' });

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-profiles */
export const profileFields = {
  about: z.string().min(1).max(139).optional(),
  address: z.string().max(256).optional(),
  description: z.string().max(512).optional(),
  email: z.union([z.literal(''), z.email().max(128)]).optional(),
  vertical: z.enum(VERTICALS).optional(),
  websites: z
    .array(
      z
        .string()
        .max(256)
        .regex(/^https?:\/\/\S+$/i, 'must be an address with http or https'),
    )
    .max(2)
    .optional(),
  profile_picture_handle: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .meta({ description: 'The handle that an upload to the platform returned' }),
};

export function toBusinessProfile({ pictureUrl, websites, ...rest }: PlatformProfile, livemode: boolean) {
  return {
    ...rest,
    ...compact({ websites: websites && [...websites], profile_picture_url: pictureUrl }),
    messaging_product: PLATFORM,
    livemode,
  };
}
