import { createHmac, randomBytes } from 'node:crypto';

/** Secrets in the form of Standard Webhooks begin with it. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new endpoint secret in the form of Standard Webhooks: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The message of no endpoint, for the reference. */
export const EXAMPLE_SECRET = SECRET_PREFIX + Buffer.from('an example, not a real secret').toString('base64');

/** The parts of a message that are signed. */
export interface SignedMessage {
  /** The same in every attempt, so that receivers recognise repeats. Must not contain a dot. */
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The key of Standard Webhooks: the decoded bytes after `whsec_`; a secret of another form is its own bytes. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret);
}

/**
 * `webhook-signature` of Standard Webhooks: HMAC-SHA256 with the key of the secret.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function standardSignature(secret: string, { id, timestamp, body }: SignedMessage): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The compatible signature over the body alone (contract, 14.3). Its key is the secret as written, prefix included. */
export function bodySignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The compatible signature over `<timestamp>.<body>`. */
export function timedSignature(secret: string, timestamp: number, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/**
 * The headers that sign a message for both families. `previousSecrets`: those before the current one that are still valid,
 * newest first. The compatible headers have one value, so they stay with the oldest secret until it ends: a receiver that
 * knows no other goes on working. Those of the current secret then come beside them, as `…-next`.
 */
export function signatureHeaders(
  secret: string,
  previousSecrets: readonly string[],
  message: SignedMessage,
): Record<string, string> {
  const { timestamp, body } = message;
  const compatible = (by: string, suffix: string) => ({
    [`x-socialapi-signature${suffix}`]: bodySignature(by, body),
    [`x-socialapi-signature-v2${suffix}`]: timedSignature(by, timestamp, body),
  });
  const oldest = previousSecrets.at(-1);
  return {
    'webhook-signature': [secret, ...previousSecrets].map((each) => standardSignature(each, message)).join(' '),
    ...compatible(oldest ?? secret, ''),
    ...(oldest === undefined ? {} : compatible(secret, '-next')),
  };
}
