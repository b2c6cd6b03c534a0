import type { PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';

export const ME = 'did:plc:me';
export const postUri = (rkey: string, did = ME) => `at://${did}/app.bsky.feed.post/${rkey}`;

/** A session of an account whose server responds by the name of the method. For tests only. */
export function blueskySession(response: (name: string, request: PlatformRequest) => FakeResponse | Error) {
  const nameOf = (url: string) => new URL(url).pathname.slice('/xrpc/'.length);
  const fake = fakeSession((request) => response(nameOf(request.url), request));
  const session: Session = {
    ...fake.session,
    account: { ...fake.session.account, platformId: ME },
    tokens: { accessToken: 'access', refreshToken: 'refresh' },
    hosts: { pds: 'https://pds.test', video: 'https://video.test' },
    media: async ({ type }) => ({
      bytes: new Uint8Array(10),
      contentType: type === 'video' ? 'video/mp4' : 'image/png',
      filename: 'x',
    }),
  };
  const methods = () => fake.requests.map(({ url }) => nameOf(url).split('.').at(-1));
  return { ...fake, session, methods };
}
