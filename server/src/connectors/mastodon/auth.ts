import type { Auth, Profile } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callMastodon } from './client.ts';
import { htmlToText } from './map.ts';
import { readServer } from './server.ts';
import { OwnAccount } from './wire.ts';

/**
 * The session of an account has the account's own instance in the place of this host. The name here resolves to
 * nothing, so that no token goes to a wrong server. Tokens do not expire and cannot be refreshed.
 */
export const auth: Auth = {
  hosts: { api: 'https://instance.invalid' },
  profile,
};

async function profile(session: Session): Promise<Profile> {
  const path = '/api/v1/accounts/verify_credentials';
  const { value: account } = await callMastodon(session, 'read', { method: 'GET', path }, OwnAccount);
  const bio = account.source?.note || htmlToText(account.note ?? '');
  return compact({
    platformId: account.id,
    username: account.username,
    name: account.display_name || account.username,
    pictureUrl: account.avatar,
    bio: bio || undefined,
    metadata: { ...compact({ url: account.url }), ...(await readServer(session)) },
  });
}
