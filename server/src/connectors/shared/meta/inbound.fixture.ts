import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commentsOf, type Inbound, type InboundItem } from '../../../core/inbound/callbacks.ts';
import type { SessionAccount } from '../../../core/session.ts';

export interface InboundSuite {
  readonly inbound: Inbound;
  readonly account: SessionAccount;
  /** The callback with this value, as the platform sends it. */
  readonly body: (value: unknown) => unknown;
  /** A value of a comment. */
  readonly value: unknown;
  /** Bodies that resemble callbacks. */
  readonly callbacks: fc.Arbitrary<unknown>;
}

/** A value, or anything in its place. */
export const orAnything = (value: fc.Arbitrary<unknown>) => fc.oneof(value, fc.anything());

/** The items of a callback. Its notices are stored as JSON in between. */
export function itemsIn({ inbound, account }: Pick<InboundSuite, 'inbound' | 'account'>, body: unknown): InboundItem[] {
  return inbound.split(body).flatMap((notice) => inbound.parse(JSON.parse(JSON.stringify(notice)), account));
}

/** The first comment of a callback. */
export function commentIn(suite: Pick<InboundSuite, 'inbound' | 'account'>, body: unknown) {
  return commentsOf(itemsIn(suite, body))[0];
}

/** The rules for the callbacks of each of Meta's platforms. */
export function proveInbound({ inbound, account, body, value, callbacks }: InboundSuite): void {
  test('verified with the app secret', () => {
    const raw = Buffer.from(JSON.stringify(body(value)));
    const headers = { 'x-hub-signature-256': `sha256=${createHmac('sha256', 's3cret').update(raw).digest('hex')}` };
    expect(inbound.verify(raw, headers, { clientId: '1', clientSecret: 's3cret' })).toBe(true);
    expect(inbound.verify(raw, headers, { clientId: '1', clientSecret: 'other' })).toBe(false);
  });

  describe('any body', () => {
    test('is split and parsed without a throw', () => {
      fc.assert(
        fc.property(fc.oneof(callbacks, fc.anything()), (given) => {
          for (const notice of inbound.split(given)) inbound.parse(notice, account);
        }),
        { numRuns: 500 },
      );
    });

    test('stored as a notice is parsed without a throw', () => {
      fc.assert(
        fc.property(fc.anything(), (payload) => {
          inbound.parse({ key: 'k', platformAccountId: account.platformId, payload }, account);
        }),
      );
    });
  });
}

/** The arbitrary callbacks of an object with changes, such as `page`. */
export function hubCallbacks(object: string, accountId: string, field: string, value: fc.Arbitrary<unknown>) {
  const change = fc.record({ field: orAnything(fc.constant(field)), value: orAnything(value) });
  const entry = fc.record({
    id: orAnything(fc.constant(accountId)),
    time: orAnything(fc.constant(1772370001)),
    changes: orAnything(fc.array(change)),
  });
  return fc.record({ object: fc.constant(object), entry: orAnything(fc.array(orAnything(entry))) });
}
