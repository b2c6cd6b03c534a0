import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Connector } from '../../src/core/connector.ts';
import type { Prepared } from '../../src/core/effect.ts';
import type { Session } from '../../src/core/session.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';
import { contentFor, failureOf, groupOf, image, makeReady } from './steps.ts';

const html = { status: 200, content_type: 'text/html', body: '<!doctype html><title>One moment</title>' };
/** Answers that are not the platform's. */
const strangeBodies: Record<string, Record<string, unknown>> = {
  'an HTML page': html,
  'an HTML page with status 403': { ...html, status: 403 },
  'JSON that ends early': { status: 200, content_type: 'application/json', body: '{"data":{"id":"1' },
  'JSON of another shape': { status: 200, content_type: 'application/json', body: '{"data":[[1e400]],"id":{}}' },
  nothing: { status: 200, content_type: 'application/json', body: '' },
  null: { status: 200, content_type: 'application/json', body: 'null' },
  'five megabytes': { status: 200, content_type: 'application/json', body: `{"id":"${'1'.repeat(5 * 1024 * 1024)}"}` },
};

/** The error kind of each fault of the platform, its gateway or the network. */
export function proveErrors(connector: Connector, simulation: () => Simulation): void {
  const publishing = groupOf(connector.publishing);
  const readProfile = ({ session }: SimulatedAccount) => connector.auth.profile(session);

  /** An account with a post prepared, up to the call that has the effect. */
  const begin = async () => {
    const account = await simulation().connect(connector);
    const content = contentFor(connector, [image]);
    const prepared = await makeReady(publishing, account.session, content);
    const send = (session: Session = account.session, material: Prepared = prepared) =>
      publishing.send(session, content, material, randomUUID());
    return { account, content, send, posts: () => account.ledger('post') };
  };

  describe('errors', () => {
    test('a throttle says when to retry', async () => {
      const { account, send, posts } = await begin();
      await account.fault('throttle', { operation: 'publish', retry_after_seconds: 120 });
      const error = await failureOf(send());
      expect(error.kind).toBe('rate_limited');
      expect(error.facts.retryAfterSeconds).toBeGreaterThan(60);
      expect(error.facts.retryAfterSeconds).toBeLessThanOrEqual(180);
      expect(await posts()).toEqual([]);
    });

    test('a throttled read is rate_limited', async () => {
      const account = await simulation().connect(connector);
      await account.fault('throttle', { operation: 'profile', retry_after_seconds: 120 });
      expect((await failureOf(readProfile(account))).kind).toBe('rate_limited');
    });

    test('an expired token is auth_expired and has no effect', async () => {
      const { account, send, posts } = await begin();
      await account.fault('expired_token');
      for (const call of [() => send(), () => readProfile(account)]) {
        expect(await failureOf(call())).toMatchObject({ kind: 'auth_expired' });
      }
      expect(await posts()).toEqual([]);
      await account.clearFaults();
      await send();
      expect(await posts()).toHaveLength(1);
    });

    test.each([500, 502, 503])('a %i is unavailable before the effect and unknown at it', async (status) => {
      const { account, content, send, posts } = await begin();
      const [firstStep] = (await account.operations()).slice(-20);
      // A platform may know nothing of a post before the effect.
      if (firstStep !== undefined) {
        await account.fault('server_error', { operation: firstStep, status });
        expect((await failureOf(makeReady(publishing, account.session, content))).kind).toBe('unavailable');
      }
      await account.fault('server_error', { operation: 'publish', status });
      expect((await failureOf(send())).kind).toBe('unknown');
      expect(await posts()).toEqual([]);
    });

    test('a connection that breaks during a read is unavailable', async () => {
      const account = await simulation().connect(connector);
      await account.fault('drop_before', { operation: 'profile' });
      expect((await failureOf(readProfile(account))).kind).toBe('unavailable');
    });

    test('a connection that breaks during the effect is unknown', async () => {
      const { account, send, posts } = await begin();
      await account.fault('drop_before', { operation: 'publish' });
      expect((await failureOf(send())).kind).toBe('unknown');
      expect(await posts()).toEqual([]);
    });

    test.each(['accept_drop', 'error_after'])('%s is unknown: the post is there', async (kind) => {
      const { account, send, posts } = await begin();
      await account.fault(kind, { operation: 'publish', ...(kind === 'error_after' ? { status: 500 } : {}) });
      expect((await failureOf(send())).kind).toBe('unknown');
      expect(await posts()).toHaveLength(1);
    });

    test('no response until the deadline is unknown', async () => {
      const { account, send, posts } = await begin();
      await account.fault('accept_hang', { operation: 'publish' });
      const deadline = performance.now() + 500;
      const http = account.http({ deadlineMs: () => deadline });
      expect((await failureOf(send({ ...account.session, http }))).kind).toBe('unknown');
      expect(performance.now()).toBeLessThan(deadline + 1000);
      expect(await posts()).toHaveLength(1);
    });

    test('a platform that cannot be reached is unavailable, at the effect too', async () => {
      const { account, send } = await begin();
      const hosts = Object.fromEntries(Object.keys(account.session.hosts).map((key) => [key, 'http://127.0.0.1:1']));
      expect((await failureOf(send({ ...account.session, hosts }))).kind).toBe('unavailable');
    });

    test.each(Object.entries(strangeBodies))('%s in place of what was read', async (_name, response) => {
      const account = await simulation().connect(connector);
      await account.fault('body', { operation: 'profile', ...response });
      expect((await failureOf(readProfile(account))).kind).toBe('unavailable');
    });

    test.each(Object.entries(strangeBodies))('%s in place of the answer to the effect', async (_name, response) => {
      const { account, send } = await begin();
      await account.fault('body', { operation: 'publish', ...response });
      expect((await failureOf(send())).kind).toBe('unknown');
    });
  });
}
