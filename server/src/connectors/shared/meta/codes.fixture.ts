import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { PlatformErrorKind } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import type { GraphCall } from './graph.ts';
import { fakeSession, graphError } from './session.fake.ts';
import { made } from './wire.ts';

/** Code and subcode, the kinds for a repeatable call and for an effect, and the field that is at fault. */
export type CodeRow = readonly [number, number | undefined, PlatformErrorKind, PlatformErrorKind, string?];

/** The codes of every Meta product. */
const COMMON: readonly CodeRow[] = [
  [1, undefined, 'unavailable', 'unknown'],
  [2, undefined, 'unavailable', 'unknown'],
  [4, undefined, 'rate_limited', 'rate_limited'],
  [17, 2446079, 'rate_limited', 'rate_limited'],
  [32, undefined, 'rate_limited', 'rate_limited'],
  [613, 1996, 'rate_limited', 'rate_limited'],
  [341, undefined, 'rate_limited', 'rate_limited'],
  [80_001, undefined, 'rate_limited', 'rate_limited'],
  [80_014, undefined, 'rate_limited', 'rate_limited'],
  [368, undefined, 'rejected', 'rejected'],
  [190, 458, 'auth_expired', 'auth_expired'],
  [190, 463, 'auth_expired', 'auth_expired'],
  [190, undefined, 'auth_expired', 'auth_expired'],
  [102, undefined, 'auth_expired', 'auth_expired'],
  [104, undefined, 'forbidden', 'forbidden'],
  [3, undefined, 'forbidden', 'forbidden'],
  [10, undefined, 'forbidden', 'forbidden'],
  [10, 2_018_278, 'rejected', 'rejected'],
  [10, 2_534_022, 'rejected', 'rejected'],
  [200, undefined, 'forbidden', 'forbidden'],
  [230, undefined, 'forbidden', 'forbidden'],
  [299, undefined, 'forbidden', 'forbidden'],
  [12, undefined, 'rejected', 'rejected'],
  [33, undefined, 'not_found', 'not_found'],
  [100, 33, 'not_found', 'not_found'],
  [100, undefined, 'rejected', 'rejected'],
  [803, undefined, 'not_found', 'not_found'],
  [506, undefined, 'rejected', 'rejected'],
  [2500, undefined, 'rejected', 'rejected'],
  [551, 1545041, 'rejected', 'rejected'],
  [324, undefined, 'rejected', 'rejected', 'media'],
  [389, undefined, 'rejected', 'rejected', 'media'],
  [382, undefined, 'rejected', 'rejected', 'media'],
  [6000, undefined, 'unavailable', 'unknown'],
  [6001, undefined, 'rejected', 'rejected', 'media'],
  [1_609_005, undefined, 'rejected', 'rejected'],
  [4242, undefined, 'rejected', 'unknown'],
];

type Call = <Schema extends z.ZodType>(session: Session, request: GraphCall<Schema>) => Promise<unknown>;

/** The error of a call that a product answers with a code. */
export async function refusalOf(call: Call, purpose: 'read' | 'effect', code: number, subcode?: number) {
  const { session } = fakeSession(() => graphError(code, subcode));
  return await call(session, { method: 'POST', path: ['1784', 'feed'], response: made, purpose }).then(
    () => expect.unreachable(),
    (error) => error,
  );
}

/** Proves the meanings of the common codes and of a product's own ones. */
export function proveCodes(call: Call, own: readonly CodeRow[]): void {
  test.each([...COMMON, ...own])('%i/%s', async (code, subcode, onRepeatable, onEffect, field) => {
    const { kind, facts } = await refusalOf(call, 'read', code, subcode);
    const platformCode = subcode === undefined ? `${code}` : `${code}/${subcode}`;
    expect([kind, facts.field, facts.platformCode]).toEqual([onRepeatable, field, platformCode]);
    expect((await refusalOf(call, 'effect', code, subcode)).kind).toBe(onEffect);
  });
}
