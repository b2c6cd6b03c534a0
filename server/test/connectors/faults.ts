import { expect, test } from 'vitest';
import type { SimulatedAccount } from './simulation.ts';
import { failureOf } from './steps.ts';

/** Something that may be done again and again, and the ledger's kind of what it leaves there. */
export interface Arrangement {
  readonly account: SimulatedAccount;
  readonly run: () => Promise<unknown>;
}

const html = { status: 200, content_type: 'text/html', body: '<!doctype html><title>One moment</title>' };

/** The error kind of each fault: an effect with a lost response may have happened, a read has no effect. */
export function proveFaults(
  name: string,
  call: { readonly operation: string; readonly ledger?: string },
  arrange: () => Promise<Arrangement>,
): void {
  const { operation, ledger } = call;
  const doubt = ledger === undefined ? 'unavailable' : 'unknown';
  const begin = async () => {
    const { account, run } = await arrange();
    const count = async () => (ledger === undefined ? 0 : (await account.ledger(ledger)).length);
    const before = await count();
    return { account, run, added: async () => (await count()) - before };
  };

  test(`${name}: a throttle is rate_limited`, async () => {
    const { account, run, added } = await begin();
    await account.fault('throttle', { operation, retry_after_seconds: 120 });
    const { kind, facts } = await failureOf(run());
    expect(kind).toBe('rate_limited');
    if (ledger !== undefined) expect(facts.retryAfterSeconds).toBeGreaterThan(60);
    expect(await added()).toBe(0);
  });

  test(`${name}: an expired token is auth_expired, and with a good one it goes on`, async () => {
    const { account, run, added } = await begin();
    await account.fault('expired_token');
    expect((await failureOf(run())).kind).toBe('auth_expired');
    expect(await added()).toBe(0);
    await account.clearFaults();
    await run();
  });

  test.each([
    ['server_error', { status: 503 }],
    ['drop_before', {}],
    ['body', html],
  ])(`${name}: %s without effect is ${doubt}`, async (kind, more) => {
    const { account, run, added } = await begin();
    await account.fault(kind, { operation, ...more });
    expect((await failureOf(run())).kind).toBe(doubt);
    expect(await added()).toBe(0);
  });

  test.runIf(ledger !== undefined).each(['accept_drop', 'error_after'])(
    `${name}: %s is unknown, and it happened`,
    async (kind) => {
      const { account, run, added } = await begin();
      await account.fault(kind, { operation });
      expect((await failureOf(run())).kind).toBe('unknown');
      expect(await added()).toBe(1);
    },
  );
}
