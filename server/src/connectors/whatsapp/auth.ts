import type { Auth, Profile } from '../../core/connector.ts';
import { bestEffort } from '../shared/best-effort.ts';
import { success } from '../shared/meta/wire.ts';
import { findNumber, wabaOf } from './business-accounts.ts';
import { call, HOSTS } from './client.ts';
import { toProfile } from './map.ts';
import { readWireProfile } from './number.ts';

/**
 * The token of a business-integration system user. It cannot be refreshed, and it expires only when the configuration
 * of the signup says so. https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup
 */
export const auth: Auth = {
  hosts: HOSTS,

  async profile(session): Promise<Profile> {
    const { waba, number } = await findNumber(session);
    return toProfile(number, waba, await bestEffort(readWireProfile(session)));
  },

  /** Switches callbacks on for the whole business account; `phone_number_id` in a callback names the number. */
  async subscribe(session): Promise<void> {
    const path = [await wabaOf(session), 'subscribed_apps'];
    await call(session, { method: 'POST', path, response: success });
  },
};
