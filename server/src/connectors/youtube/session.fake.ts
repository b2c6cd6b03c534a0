import type { PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';

export const CHANNEL = 'UCaaaaaaaaaaaaaaaaaaaaaa';
export const VIDEO = 'dQaaaaaaaaa';

/** A session of a channel with these bytes as media. For tests only. */
export function youtubeSession(
  response: (request: PlatformRequest, call: string) => FakeResponse | Error,
  bytes = new Uint8Array(10),
  contentType = 'video/mp4',
) {
  const fake = fakeSession(response);
  const session: Session = {
    ...fake.session,
    account: { ...fake.session.account, platformId: CHANNEL },
    tokens: { accessToken: 'ya29.a', refreshToken: '1//0gB' },
    hosts: { oauth: 'https://oauth.test', api: 'https://api.test' },
    media: async () => ({ bytes, contentType, filename: 'x' }),
  };
  return { ...fake, session };
}

/** An error as YouTube sends it. */
export const no = (code: number, reason: string, message = 'No.'): FakeResponse => ({
  status: code,
  json: { error: { code, message, errors: [{ message, domain: 'youtube.video', reason }] } },
});
