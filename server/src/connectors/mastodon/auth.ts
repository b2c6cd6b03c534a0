import type { Auth, Profile } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { callMastodon } from './client.ts';
import { htmlToText } from './map.ts';
import { OwnAccount } from './wire.ts';

/**
 * Every account has an instance of its own, which takes the place of this host; the name here resolves to nothing, so
 * that no token goes to a wrong server. Tokens do not expire and cannot be refreshed.
 */
export const auth: Auth = {
  hosts: { api: 'https://instance.invalid' },
  profile,
};

async function profile(session: Session): Promise<Profile> {
  const path = '/api/v1/accounts/verify_credentials';
  const { value: account } = await callMastodon(session, 'read', { method: 'GET', path }, OwnAccount);
  const bio = account.source?.note || htmlToText(account.note ?? '');
  return {
    platformId: account.id,
    username: account.username,
    name: account.display_name || account.username,
    ...(account.avatar === undefined ? {} : { pictureUrl: account.avatar }),
    ...(bio === '' ? {} : { bio }),
    metadata: account.url === undefined ? {} : { url: account.url },
  };
}
