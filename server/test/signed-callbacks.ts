import { createHmac } from 'node:crypto';

/** The value of `x-hub-signature-256`, with which Meta signs a callback. */
export function hubSignature(secret: string, body: string | Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The form with which Meta reports a person's request. */
export function signedRequest(secret: string, facts: object): URLSearchParams {
  const payload = { algorithm: 'HMAC-SHA256', issued_at: 1772224000, ...facts };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const signature = createHmac('sha256', secret).update(encoded).digest('base64url');
  return new URLSearchParams({ signed_request: `${signature}.${encoded}` });
}
