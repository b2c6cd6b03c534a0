import type { PlatformRequest, Session } from '../../core/session.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';

export const PUBLISH_ID = 'v_pub_file~v2-1.123456789';
export const POST_ID = '7300000000000000001';

/** A session of a TikTok account that serves a file of the given size. For tests only. */
export function tiktokSession(
  response: (request: PlatformRequest, call: string) => FakeResponse | Error,
  { bytes = 10, contentType = 'image/jpeg', now = '2026-03-01T12:00:00.500Z' } = {},
) {
  const fake = fakeSession(response);
  const session: Session = {
    ...fake.session,
    account: { ...fake.session.account, platformId: '723f24d7', username: 'acme' },
    tokens: { accessToken: 'act.A', refreshToken: 'rft.B' },
    hosts: { api: 'https://api.test', upload: 'https://upload.test' },
    media: async () => ({ bytes: new Uint8Array(bytes), contentType, filename: 'x' }),
    now: () => new Date(now),
  };
  return { ...fake, session };
}

export const ok = (data: unknown): FakeResponse => ({
  json: { data, error: { code: 'ok', message: '', log_id: 'x' } },
});

/** An error as TikTok sends it. */
export const no = (status: number, code: string, headers: Record<string, string> = {}): FakeResponse => ({
  status,
  headers,
  json: { data: {}, error: { code, message: `No: ${code}.`, log_id: 'x' } },
});

export const creator = (more: object = {}) =>
  ok({
    creator_avatar_url: 'https://p.example/a.webp',
    creator_username: 'acme',
    creator_nickname: 'Acme',
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: true,
    max_video_post_duration_sec: 300,
    ...more,
  });
