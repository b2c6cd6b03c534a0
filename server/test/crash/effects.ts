import type { Edit } from '../../src/core/connector.ts';
import type { Effect, Listed, Prepared, Published, Readiness, RepeatableEffect } from '../../src/core/effect.ts';
import { PlatformError } from '../../src/core/platform-error.ts';
import type { Session } from '../../src/core/session.ts';
import type { FakeRequest } from './account-items.ts';
import { ask } from './ask.ts';
import type { EffectClass } from './traits.ts';

/** When the classes that look do so, and what a platform may therefore hide at most. */
const LOOKS = { A: [5, 30], C: [30, 120] } as const;

const KEY_WINDOW_SECONDS = 3300;

type Place = Pick<FakeRequest, 'kind' | 'text' | 'inReplyTo'>;

/** An effect of the class. `placeOf` says what an input makes, and where. */
export function effect<Input>(effectClass: EffectClass, placeOf: (input: Input) => Place): Effect<Input> {
  const steps = {
    async prepare(session: Session): Promise<Prepared> {
      const { material } = await ask(session, 'prepare', 'read', {});
      return { material, preparedAt: session.now().toISOString() };
    },
    async ready(session: Session, { material }: Prepared): Promise<Readiness> {
      const { state } = await ask(session, 'ready', 'read', { material: material as string });
      if (state === 'ready') return { state };
      if (state === 'not_ready') return { state, checkAfterSeconds: 120 };
      return { state: 'failed', error: new PlatformError('rejected', 'The platform could not process the media.') };
    },
    async send(session: Session, input: Input, { material }: Prepared, key: string): Promise<Published> {
      const request = { ...placeOf(input), ...(material === undefined ? {} : { material: material as string }), key };
      const { id } = await ask(session, 'send', 'effect', request);
      return { platformId: id as string, permalink: `https://platform.test/${id}` };
    },
  };
  const listing = {
    async list(session: Session, input: Input, since: Date): Promise<readonly Listed[]> {
      const { kind, inReplyTo } = placeOf(input);
      const place = { ...(kind === undefined ? {} : { kind }), inReplyTo: inReplyTo ?? null };
      const { items } = await ask(session, 'list', 'read', { ...place, sinceMs: since.getTime() });
      return (items as { id: string; text: string; atMs: number }[]).map(({ id, text, atMs }) => ({
        platformId: id,
        text,
        createdAt: new Date(atMs),
      }));
    },
    matches: (input: Input, item: Listed) => placeOf(input).text === item.text,
  };
  switch (effectClass) {
    case 'A':
      return {
        class: 'A',
        keyWindowSeconds: KEY_WINDOW_SECONDS,
        isKeyHonoured: ({ metadata }) => metadata.ignoresKeys !== true,
        lookupDelaysSeconds: LOOKS.A,
        ...steps,
        ...listing,
      };
    case 'B':
      return {
        class: 'B',
        ...steps,
        ...listing,
        async state(session, { material }) {
          const response = await ask(session, 'state', 'read', { material: material as string });
          const { state, id } = response as { state: 'sent' | 'not_sent' | 'gone'; id?: string };
          return { state, ...(id === undefined ? {} : { published: { platformId: id } }) };
        },
      };
    case 'C':
      return { class: 'C', lookupDelaysSeconds: LOOKS.C, ...steps, ...listing };
    case 'D':
      return { class: 'D', send: steps.send };
  }
}

/** Gives an item another text. The reply to a review is a text of the review. */
export function changing<Input>(editOf: (input: Input) => Edit): RepeatableEffect<Input> {
  return {
    class: 'repeatable',
    async send(session, input) {
      const { platformId, text } = editOf(input);
      await ask(session, 'edit', 'effect', { itemId: platformId, text });
      return { platformId };
    },
  };
}
