import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from './webhook.ts';

const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'post.published', data: { text: 'Brötchen' } });

function sign(text: string, { by = key as string | Buffer, at = Math.floor(Date.now() / 1000), id = 'evt_1' } = {}) {
  const hash = createHmac('sha256', by).update(`${id}.${at}.${text}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${hash}` };
}

describe('verifyWebhook', () => {
  test('gives the event of a right signature, of text and bytes, with headers of any form', async () => {
    const headers = sign(body);
    const event = await verifyWebhook(body, headers, secret);
    expect(event.type).toBe('post.published');
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook(bytes, new Headers(headers), secret)).toEqual(event);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook(bytes.buffer, upper, secret)).toEqual(event);
  });

  test('takes one right signature among several, and one right secret among several', async () => {
    const headers = sign(body);
    const other = sign(body, { by: 'another' })['webhook-signature'];
    const both = { ...headers, 'webhook-signature': `v1a,abc ${other} v1,%%% ${headers['webhook-signature']}` };
    await verifyWebhook(body, both, secret);
    await verifyWebhook(body, headers, ['another', secret]);
    await verifyWebhook(body, sign(body, { by: 'f'.repeat(64) }), 'f'.repeat(64));
  });

  test('rejects other bodies, secrets, ids and times, and messages without the headers', async () => {
    const headers = sign(body);
    const old = sign(body, { at: Math.floor(Date.now() / 1000) - 400 });
    const { 'webhook-id': _, ...bare } = headers;
    for (const [text, given, by] of [
      [`${body} `, headers, secret],
      [body, headers, 'another'],
      [body, { ...headers, 'webhook-id': 'evt_2' }, secret],
      [body, { ...headers, 'webhook-timestamp': 'soon' }, secret],
      [body, { ...headers, 'webhook-signature': 'v1,' }, secret],
      [body, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, -8) }, secret],
      [body, old, secret],
      [body, sign(body, { at: Math.floor(Date.now() / 1000) + 400 }), secret],
      [body, bare, secret],
    ] as const)
      await expect(verifyWebhook(text, given, by)).rejects.toThrow(WebhookVerificationError);
    await verifyWebhook(body, old, secret, { toleranceSeconds: 500 });
    await expect(verifyWebhook(body, headers, 'whsec_')).rejects.toThrow(TypeError);
  });
});
