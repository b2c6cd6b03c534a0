import type { PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';

export const LOCATION = 'accounts/1001/locations/2002';
export const POST = `${LOCATION}/localPosts/3003`;

/** A session of a location. For tests only. */
export function googleSession(
  response: (request: PlatformRequest, call: string) => FakeResponse | Error,
  contentType = 'image/png',
) {
  const fake = fakeSession(response);
  const session: Session = {
    ...fake.session,
    account: { ...fake.session.account, platformId: LOCATION, metadata: { language_code: 'en' } },
    tokens: { accessToken: 'ya29.a', refreshToken: '1//0gB' },
    hosts: {
      oauth: 'https://oauth.test',
      information: 'https://information.test',
      business: 'https://business.test',
    },
    media: async () => ({ bytes: new Uint8Array(10), contentType, filename: 'x' }),
  };
  return { ...fake, session };
}

/** An error as Google's APIs send it. */
export const no = (code: number, status: string, details?: readonly object[], message = 'No.'): FakeResponse => ({
  status: code,
  json: { error: { code, message, status, details } },
});
