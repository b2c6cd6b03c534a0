import type { PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';

export const CHANNEL = '-1001234567890';

/** A session of a channel whose bot gets responses by the name of the method. For tests only. */
export function telegramSession(
  response: (method: string, request: PlatformRequest) => FakeResponse | Error,
  contentType = 'image/png',
) {
  const nameOf = ({ url }: PlatformRequest) => url.slice(url.lastIndexOf('/') + 1);
  const fake = fakeSession((request) => response(nameOf(request), request));
  const session: Session = {
    ...fake.session,
    account: { ...fake.session.account, platformId: CHANNEL },
    tokens: { accessToken: '123456:ABC-DEF_1' },
    hosts: { api: 'https://telegram.test' },
    media: async ({ type }) => ({
      bytes: new Uint8Array(10),
      contentType: type === 'video' ? 'video/mp4' : contentType,
      filename: 'x',
    }),
  };
  return { ...fake, session, methods: () => fake.requests.map(nameOf) };
}

export const ok = (result: unknown): FakeResponse => ({ json: { ok: true, result } });
export const no = (status: number, description: string, parameters?: object): FakeResponse => ({
  status,
  json: { ok: false, error_code: status, description, parameters },
});
