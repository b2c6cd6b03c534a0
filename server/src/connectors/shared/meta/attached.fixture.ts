import { describe, expect, test } from 'vitest';
import type { Content } from '../../../core/connector.ts';
import type { TwoPhaseEffect } from '../../../core/effect.ts';
import { type FakeResponse, fakePlatform, graphError } from './session.fake.ts';

export interface AttachedSuite {
  readonly publishing: TwoPhaseEffect<Content>;
  /** A container of one image with the text Hello. */
  readonly post: Content;
  /** The material that `prepare` returns for it. */
  readonly prepared: Readonly<Record<string, unknown>>;
  /** `METHOD /path` that reads the container 900. */
  readonly read: string;
  readonly container: (status: string) => FakeResponse;
}

/** The rules for a container that the customer created, on each of Meta's platforms. */
export function proveAttached({ publishing, post, prepared, read, container }: AttachedSuite): void {
  describe('a container of the customer', () => {
    const attached: Content = { ...post, media: [{ type: 'image', url: '', attachmentId: '900' }] };

    test('is looked at and not made', async () => {
      const { session, calls } = fakePlatform({ [read]: container('FINISHED') });
      expect(await publishing.prepare(session, attached)).toEqual(prepared);
      expect(calls()).toEqual([read]);
    });

    test.each(['PUBLISHED', 'EXPIRED', 'ERROR'])('is rejected before the intent when it is %s', async (status) => {
      const { session } = fakePlatform({ [read]: container(status) });
      await expect(publishing.prepare(session, attached)).rejects.toMatchObject({ kind: 'rejected' });
    });

    test('tells alone what became of a lost answer', async () => {
      const reads = [container('PUBLISHED'), container('FINISHED'), container('EXPIRED'), graphError(100, 33)];
      const { session, calls } = fakePlatform({ [read]: reads });
      const states = [];
      for (const _ of reads.slice()) states.push((await publishing.state(session, prepared)).state);
      expect(states).toEqual(['sent', 'not_sent', 'not_sent', 'unreadable']);
      expect(calls()).toEqual(states.map(() => read));
    });

    test('is found by its words, if the post says any', () => {
      const item = { platformId: '1', text: 'Hello', createdAt: new Date(), mediaCount: 3 };
      const matches = (text: string) => publishing.matches({ ...attached, text }, item);
      expect(['Hello', '', 'Other'].map(matches)).toEqual([true, true, false]);
    });
  });
}
