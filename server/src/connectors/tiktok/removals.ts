import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Removals, RemovedAccess } from '../../core/inbound/callbacks.ts';

const notice = z.object({
  event: z.string(),
  user_openid: z.string().min(1).max(200),
  create_time: z.int().positive(),
});

/** A notice takes a few hundred bytes. A larger body is not parsed. */
const NOTICE_BYTES_MAX = 64 * 1024;

/**
 * The webhook of the app. We use only the event for a removed authorisation; the state of a post is read where it is
 * needed. A replayed callback is harmless, because we ask TikTok before access ends. So its age is not checked.
 * https://developers.tiktok.com/doc/webhooks-verification
 */
export const removals: Removals = { verify, read };

function verify(
  rawBody: Uint8Array,
  headers: Readonly<Record<string, string>>,
  app: { clientSecret: string },
): boolean {
  const [, time, hex] = /^t=(\d{1,12}),\s*s=([0-9a-f]{64})$/i.exec(headers['tiktok-signature'] ?? '') ?? [];
  if (time === undefined || hex === undefined || app.clientSecret === '') return false;
  const expected = createHmac('sha256', app.clientSecret).update(`${time}.`).update(rawBody).digest();
  return timingSafeEqual(Buffer.from(hex, 'hex'), expected);
}

function read(rawBody: Uint8Array): RemovedAccess[] {
  if (rawBody.length > NOTICE_BYTES_MAX) return [];
  const { data } = notice.safeParse(asJson(Buffer.from(rawBody).toString('utf8')));
  if (data?.event !== 'authorization.removed') return [];
  return [{ platformId: data.user_openid, at: data.create_time }];
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
