import type { PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';

export const BOARD = '549755885175';

/** A session of a Pinterest account. For tests only. */
export function pinterestSession(
  response: (request: PlatformRequest, call: string) => FakeResponse | Error,
  contentType = 'image/png',
) {
  const fake = fakeSession(response);
  const session: Session = {
    ...fake.session,
    account: { ...fake.session.account, platformId: '549' },
    tokens: { accessToken: 'pina_A', refreshToken: 'pinr_B' },
    hosts: { api: 'https://api.test', upload: 'https://upload.test' },
    media: async () => ({ bytes: new Uint8Array(10), contentType, filename: 'x' }),
  };
  return { ...fake, session };
}

/** An error as Pinterest sends it. */
export const no = (status: number, code: number, message = 'No.'): FakeResponse => ({
  status,
  json: { code, message, status: 'failure' },
});
