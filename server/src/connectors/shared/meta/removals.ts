import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Removals, RemovedAccess } from '../../../core/inbound/callbacks.ts';

/** The id of a person: digits, a phone number, or such as `US.13491208655302741918`. It is compared only, and no part of a call. */
const personId = z
  .union([z.string(), z.int().nonnegative()])
  .transform(String)
  .pipe(z.string().regex(/^[\w.=-]{1,200}$/));

const payload = z.object({
  algorithm: z.string().regex(/^HMAC-SHA256$/i),
  issued_at: z.int().positive(),
  user_id: personId,
});

/** A form takes a few hundred bytes. A larger body is not parsed. */
const FORM_BYTES_MAX = 16 * 1024;

/**
 * The deauthorize callback: a form with `signed_request`, signed over the encoded payload. `user_id` is the app-scoped
 * id of the person. With Instagram Login and Threads it is the id of the account.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/deauthorize-callback
 */
export const removals: Removals = { verify, read };

function verify(rawBody: Uint8Array, _headers: Readonly<Record<string, string>>, app: { clientSecret: string }) {
  const [signature, encoded] = partsOf(rawBody);
  if (signature === undefined || encoded === undefined || app.clientSecret === '') return false;
  const expected = createHmac('sha256', app.clientSecret).update(encoded).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function read(rawBody: Uint8Array): RemovedAccess[] {
  const [, encoded = ''] = partsOf(rawBody);
  const { data } = payload.safeParse(asJson(Buffer.from(encoded, 'base64url').toString('utf8')));
  return data === undefined ? [] : [{ platformId: data.user_id, at: data.issued_at }];
}

/** Signature and payload, both in base64url. */
function partsOf(rawBody: Uint8Array): (string | undefined)[] {
  if (rawBody.length > FORM_BYTES_MAX) return [];
  const form = new URLSearchParams(Buffer.from(rawBody).toString('utf8'));
  return /^([\w-]+=*)\.([\w-]+=*)$/.exec(form.get('signed_request') ?? '')?.slice(1) ?? [];
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
