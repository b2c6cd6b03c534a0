import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Effect } from '../../src/core/effect.ts';
import type { SimulatedAccount } from './simulation.ts';
import { failureOf, makeReady } from './steps.ts';

/** The call of the platform that leaves an entry of this kind. */
const operations = { post: 'publish', reply: 'reply', message: 'send_message' } as const;

/** An effect that may be sent, and where the ledger shows it. */
export interface Arranged<Input> {
  readonly account: SimulatedAccount;
  readonly input: Input;
  readonly kind: keyof typeof operations;
  /** Counts only what answers this; without it everything of the kind. */
  readonly inReplyTo?: string;
}

/** The recovery protocol of the effect's class: what a crash or a lost response leaves can be told afterwards. */
export function proveEffect<Input>(name: string, effect: Effect<Input>, arrange: () => Promise<Arranged<Input>>): void {
  const begin = async () => {
    const { account, input, kind, inReplyTo } = await arrange();
    const { session } = account;
    const operation = operations[kind];
    const since = new Date(session.now().getTime() - 120_000);
    const prepared = await makeReady(effect, session, input);
    const send = (key: string) => effect.send(session, input, prepared, key);
    const loseResponse = async (key: string) => {
      await account.fault('accept_drop', { operation });
      expect((await failureOf(send(key))).kind).toBe('unknown');
    };
    const ids = async () => {
      const entries = await account.ledger(kind);
      const isCounted = (inReply?: string) => (kind !== 'post' && inReplyTo === undefined) || inReply === inReplyTo;
      const counted = entries.filter(({ in_reply_to }) => isCounted(in_reply_to));
      return counted.map(({ platform_id }) => platform_id);
    };
    return { account, session, input, since, prepared, send, loseResponse, ids };
  };

  if (effect.class !== 'D') {
    test(`finds ${name} whose answer was lost`, async () => {
      const { session, input, since, loseResponse, ids } = await begin();
      const before = await effect.list(session, input, since);
      expect(before.filter((item) => effect.matches(input, item))).toEqual([]);
      await loseResponse(randomUUID());
      const found = (await effect.list(session, input, since)).filter((item) => effect.matches(input, item));
      expect(found.map(({ platformId }) => platformId)).toEqual(await ids());
      expect(found).toHaveLength(1);
      const later = new Date(session.now().getTime() + 60_000);
      expect(await effect.list(session, input, later)).toEqual([]);
    });
  }

  if (effect.class === 'A') {
    test(`the same key twice makes ${name} once`, async () => {
      const { send, loseResponse, ids } = await begin();
      const key = randomUUID();
      await loseResponse(key);
      const first = await send(key);
      expect(await send(key)).toEqual(first);
      expect(await ids()).toEqual([first.platformId]);
    });
  }

  if (effect.class === 'B') {
    test(`the state of ${name} tells whether it was sent`, async () => {
      const { session, prepared, send, loseResponse, ids } = await begin();
      expect((await effect.state(session, prepared)).state).toBe('not_sent');
      await loseResponse(randomUUID());
      expect((await effect.state(session, prepared)).state).toBe('sent');
      await send(randomUUID()).catch(() => undefined);
      expect(await ids()).toHaveLength(1);
    });
  }
}
