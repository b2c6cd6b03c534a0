import { createHmac, randomInt } from 'node:crypto';
import { Rejected } from '../../core/calls/response.ts';
import type { World } from '../../core/world/world.ts';
import { unixSeconds } from './time.ts';

/**
 * Once at once, then ever more rarely over 36 hours, then dropped.
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
const retrySeconds: readonly number[] = [
  0, 5, 25, 90, 180, 600, 1800, 3600, 7200, 14_400, 21_600, 28_800, 28_800, 22_500,
];

/** One update for one asset (page, Instagram account …) in Meta's envelope, signed over the very bytes that are sent. */
export function sendCallback(
  world: World,
  update: { account: string; object: string; event: string; entry: Readonly<Record<string, unknown>> },
): void {
  sendSigned(world, { ...update, payload: { object: update.object, entry: [update.entry] } });
}

interface SignedBody {
  readonly account: string;
  readonly event: string;
  /** An object, or its JSON. */
  readonly payload: object | string;
  /** The address that overrides the app's. */
  readonly url?: string | null;
  readonly retrySeconds?: readonly number[];
}

/** Any body, signed with the app's secret. */
export function sendSigned(world: World, { account, event, payload, url, ...more }: SignedBody): void {
  const body = escapeUnicode(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const { client_secret: secret, callback_url: appUrl } = world.app;
  world.callbacks.send({
    account,
    url: url ?? appUrl,
    event,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    retrySeconds: more.retrySeconds ?? retrySeconds,
  });
}

/**
 * Somebody removed the app: a form with a signed request, over the encoded payload. It goes to the one address of the
 * app here; in Meta's dashboard it has a field of its own.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/deauthorize-callback
 */
export function sendDeauthorization(world: World, account: string, userId: string): void {
  const { client_secret: secret, callback_url: url } = world.app;
  const issued_at = unixSeconds(world.clock.now());
  const facts = { algorithm: 'HMAC-SHA256', expires: issued_at + 3600, issued_at, user_id: userId };
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
  const signature = createHmac('sha256', secret).update(payload).digest('base64url');
  world.callbacks.send({
    account,
    url,
    event: 'deauthorize',
    body: new URLSearchParams({ signed_request: `${signature}.${payload}` }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'facebookexternalua' },
    retrySeconds,
  });
}

/** Meta escapes everything beyond ASCII, in lower-case hex, and slashes: a receiver must verify the bytes as they came. */
function escapeUnicode(json: string): string {
  return json
    .replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');
}

/** The dashboard's check of a callback address: it must echo the challenge. */
export async function verifyCallback(
  world: World,
  { callbackUrl, verifyToken }: { callbackUrl: string; verifyToken: string },
): Promise<void> {
  const challenge = String(randomInt(100_000_000, 2_000_000_000));
  const url = new URL(callbackUrl);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verifyToken);
  const response = await world.http.request({ method: 'GET', url: url.href }).catch((error: Error) => {
    throw new Rejected(400, `The URL couldn't be validated. ${error.message}`);
  });
  if (response.status !== 200 || response.body.trim() !== challenge)
    throw new Rejected(
      400,
      "The URL couldn't be validated. Callback verification failed: the challenge was not echoed.",
    );
}
