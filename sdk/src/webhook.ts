import type { WebhookEvent } from './types.ts';

/** A message that is not from the service, or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** The most seconds between the message's time and now; default: 300. */
  readonly toleranceSeconds?: number;
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signature and the time of a message by Standard Webhooks (https://www.standardwebhooks.com).
 * @param body the bytes or the text of the message as they came, before any parser
 * @param secret that of the endpoint; several during a change of secrets
 * @throws {WebhookVerificationError}
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeaderSource,
  secret: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!(/^\d{1,15}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError('The message is too old or too new.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const given = signatures.flatMap((one) => (one.startsWith('v1,') ? (fromBase64(one.slice(3)) ?? []) : []));
  for (const text of typeof secret === 'string' ? [secret] : secret) {
    const key = await crypto.subtle.importKey('raw', keyOf(text), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return JSON.parse(new TextDecoder().decode(bytes));
  }
  throw new WebhookVerificationError('No signature of the message is right.');
}

function headerOf(headers: HeaderSource, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof found !== 'string' || found === '')
    throw new WebhookVerificationError(`The message has no header ${name}, or more than one.`);
  return found;
}

/** `whsec_` is followed by base64; other secrets are their own bytes. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : new TextEncoder().encode(secret);
  if (key === undefined || key.length === 0) throw new TypeError('The secret is empty, or no base64 follows whsec_.');
  return key;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
