import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { messageBody, messageHeaders } from './message.ts';
import { bodySignature, newWebhookSecret, standardSignature, timedSignature } from './signing.ts';

/** The vector of the Standard Webhooks libraries; the other two were computed with Python's hmac. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const timestamp = 1614265330;

describe('signatures', () => {
  test('follow Standard Webhooks', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp, body };
    expect(standardSignature(secret, message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('of the compatible family take the secret as it is written', () => {
    expect(bodySignature(secret, body)).toBe('sha256=80ec8a89ce3cd22133a1066caecb4d04fea7467657c8514d717ec42c38a5c94c');
    expect(timedSignature(secret, timestamp, body)).toBe(
      'sha256=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
    );
  });

  test('secrets hold 32 random bytes', () => {
    const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret));
    expect(secrets.size).toBe(100);
    for (const each of secrets) expect(Buffer.from(each.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  });
});

describe('messages', () => {
  const event = {
    id: 'evt_0123456789abcdefghjkmnpqrs',
    type: 'comment.received',
    seq: 7,
    createdAt: new Date('2027-01-31T09:00:00.123Z'),
    brandId: 'brand_1',
    livemode: false,
    data: '{"text": "Grüße 🙂", "platform_id": "1"}',
    rawPayload: '{"id": 9007199254740993123}',
  };

  test('carry the fields of both families, digits untouched', () => {
    const text = messageBody(event);
    expect(JSON.parse(text)).toMatchObject({
      event: 'comment.received',
      type: 'comment.received',
      id: event.id,
      created_at: '2027-01-31T09:00:00.123Z',
      timestamp: '2027-01-31T09:00:00.123Z',
      livemode: false,
      seq: 7,
      brand_id: 'brand_1',
      data: { text: 'Grüße 🙂', platform_id: '1' },
    });
    expect(text).toContain('"raw_payload":{"id": 9007199254740993123}');
    expect(JSON.parse(messageBody({ ...event, rawPayload: null }))).not.toHaveProperty('raw_payload');
  });

  test('are verified by the official library', () => {
    const own = newWebhookSecret();
    const text = messageBody(event);
    const headers = messageHeaders(own, { id: event.id, type: event.type, deliveryId: 'dlv_1', at: new Date() }, text);
    expect(new Webhook(own).verify(text, headers)).toMatchObject({ id: event.id });
    expect(() => new Webhook(own).verify(`${text} `, headers)).toThrow('No matching signature found');
    expect(() => new Webhook(newWebhookSecret()).verify(text, headers)).toThrow('No matching signature found');
    expect(headers).toMatchObject({ 'x-socialapi-event': 'comment.received', 'x-socialapi-delivery': 'dlv_1' });
  });

  test('of pings carry no delivery id', () => {
    const headers = messageHeaders(secret, { id: 'evt_1', type: 'webhook.test', at: new Date() }, '{}');
    expect(headers).not.toHaveProperty('x-socialapi-delivery');
  });
});
