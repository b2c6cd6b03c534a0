import type { BusinessProfileChange, PhoneNumber } from '../../core/messaging/business-messaging.ts';
import type { Session } from '../../core/session.ts';
import { success } from '../shared/meta/wire.ts';
import { call } from './client.ts';
import { toBusinessProfile } from './map.ts';
import { NUMBER_FIELDS, number, PROFILE_FIELDS, profiles, type WireProfile } from './wire.ts';

const PRODUCT = { messaging_product: 'whatsapp' } as const;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration */
export const phoneNumber: PhoneNumber = {
  requestCode: (session, { method, language }) => act(session, 'request_code', { code_method: method, language }),
  verifyCode: (session, code) => act(session, 'verify_code', { code }),
  register: (session, pin) => act(session, 'register', { ...PRODUCT, pin }),
  deregister: (session) => act(session, 'deregister', {}),

  async status(session) {
    const query = { fields: NUMBER_FIELDS };
    const wire = await call(session, { method: 'GET', path: [session.account.platformId], query, response: number });
    return {
      isVerified: wire.code_verification_status === 'VERIFIED',
      isRegistered: wire.status === undefined ? wire.platform_type === 'CLOUD_API' : !NOT_REGISTERED.has(wire.status),
    };
  },

  profile: async (session) => toBusinessProfile(await readWireProfile(session)),

  updateProfile: (session, change) =>
    act(session, 'whatsapp_business_profile', { ...PRODUCT, ...toWireChange(change) }),
};

/** A number in any other state is registered. */
const NOT_REGISTERED = new Set(['PENDING', 'UNVERIFIED', 'DISCONNECTED', 'DELETED', 'MIGRATED', 'UNKNOWN']);

async function act(session: Session, edge: string, json: Readonly<Record<string, unknown>>): Promise<void> {
  await call(session, { method: 'POST', path: [session.account.platformId, edge], json, response: success });
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-profiles */
export async function readWireProfile(session: Session): Promise<WireProfile> {
  const path = [session.account.platformId, 'whatsapp_business_profile'];
  const { data } = await call(session, { method: 'GET', path, query: { fields: PROFILE_FIELDS }, response: profiles });
  return data[0];
}

function toWireChange({ pictureHandle: profile_picture_handle, ...rest }: BusinessProfileChange) {
  const all = { ...rest, profile_picture_handle };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
