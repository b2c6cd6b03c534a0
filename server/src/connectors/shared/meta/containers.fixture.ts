import { describe, expect, test } from 'vitest';
import type { Content } from '../../../core/connector.ts';
import type { TwoPhaseEffect } from '../../../core/effect.ts';
import { PlatformError, type PlatformErrorKind } from '../../../core/platform-error.ts';
import { type FakeResponse, fakePlatform, graphError } from './session.fake.ts';

export interface ContainersSuite {
  readonly publishing: TwoPhaseEffect<Content>;
  /** A post with the text Hello. */
  readonly post: Content;
  /** The material that `prepare` returns for it: the container 900, made at 12:00:00.500 on 1 March 2026. */
  readonly prepared: Readonly<Record<string, unknown>>;
  /** The path that lists posts and creates containers. */
  readonly edge: string;
  /** The fields of a container that are read. */
  readonly fields: string;
  readonly container: (status: string, detail?: string) => FakeResponse;
  /** The detail of a container whose media is bad. */
  readonly badMedia: string;
  /** Rejections of a publication that only this product has. */
  readonly rejections: readonly (readonly [name: string, FakeResponse, PlatformErrorKind])[];
  /** The rejection of a container that is still processed. */
  readonly notReady: FakeResponse;
  /** How the product reports a missing container. */
  readonly missing: readonly FakeResponse[];
  /** A list of one post. */
  readonly listed: (text: string, more?: { timestamp: string }) => FakeResponse;
}

/** The way of a container from its creation to the published post, on each of Meta's platforms that has them. */
export function proveContainers(suite: ContainersSuite): void {
  const { publishing, post, prepared, edge, container, badMedia, listed } = suite;
  const version = edge.split('/')[1];
  const PUBLISH = `POST ${edge}_publish`;
  const READ = `GET /${version}/900`;
  const LIST = `GET ${edge}`;
  const ADDRESS = `GET /${version}/7920`;
  const permalink = 'https://www.platform.test/p/DAbc123';
  const send = (routes: Parameters<typeof fakePlatform>[0]) => {
    const { session, requests, calls } = fakePlatform(routes);
    return { requests, calls, done: publishing.send(session, post, prepared, 'key') };
  };

  describe('ready', () => {
    test.each([
      ['FINISHED', { state: 'ready' }],
      ['PUBLISHED', { state: 'ready' }],
      ['EXPIRED', { state: 'ready' }],
      ['IN_PROGRESS', { state: 'not_ready', checkAfterSeconds: 5 }],
    ])('%s', async (status, expected) => {
      const { session, requests } = fakePlatform({ [READ]: container(status) });
      expect(await publishing.ready?.(session, prepared)).toEqual(expected);
      expect(requests[0]?.query).toEqual({ fields: suite.fields });
    });

    test('an unknown state or an outage is unavailable', async () => {
      for (const response of [container('PONDERING'), { json: {} }, { status: 503, text: 'busy' }]) {
        const { session } = fakePlatform({ [READ]: response });
        await expect(publishing.ready?.(session, prepared)).rejects.toMatchObject({ kind: 'unavailable' });
      }
    });
  });

  describe('send', () => {
    test('publishes the container and looks up its address', async () => {
      const { done, requests, calls } = send({
        [PUBLISH]: { json: { id: '7920' } },
        [ADDRESS]: { json: { id: '7920', permalink } },
      });
      expect(await done).toEqual({ platformId: '7920', permalink });
      expect(calls()).toEqual([PUBLISH, ADDRESS]);
      expect(requests[0]?.body).toEqual({ form: { creation_id: '900' } });
    });

    test.each([
      ['a rejection', graphError(100, 33)],
      ['an outage', { status: 500, text: 'oops' }],
      ['no answer', new PlatformError('unknown', 'hung up')],
      ['nonsense', { json: { permalink: 7 } }],
      ['an expired token', graphError(190)],
    ])('%s on the address leaves the success alone', async (_name, response) => {
      const { done } = send({ [PUBLISH]: { json: { id: '7920' } }, [ADDRESS]: response });
      expect(await done).toEqual({ platformId: '7920' });
    });

    test.each<readonly [string, FakeResponse | Error, PlatformErrorKind]>([
      ['no answer', new PlatformError('unknown', 'hung up'), 'unknown'],
      ['5xx', { status: 500, json: {} }, 'unknown'],
      ['an answer without id', { json: { success: true } }, 'unknown'],
      ['HTML', { text: '<html>' }, 'unknown'],
      ['a passing fault', graphError(2), 'unknown'],
      ['a missing object', graphError(100, 33), 'unknown'],
      ['an invalid parameter', graphError(100), 'unknown'],
      ['an unheard-of code', graphError(4242), 'unknown'],
      ['spam', graphError(4, 2207051), 'rejected'],
      ['a policy block', graphError(368), 'rejected'],
      ['a call limit', graphError(613), 'rate_limited'],
      ['an expired token', graphError(190), 'auth_expired'],
      ['a lost right', graphError(10), 'forbidden'],
      ['a call that never left', new PlatformError('unavailable', 'refused'), 'unavailable'],
      ...suite.rejections,
    ])('%s is %s', async (_name, response, kind) => {
      const { done, calls } = send({ [PUBLISH]: response });
      await expect(done).rejects.toMatchObject({ kind });
      expect(calls()).toEqual([PUBLISH]);
    });

    test.each<readonly [string, FakeResponse, object]>([
      ['still processed', container('IN_PROGRESS'), { kind: 'unavailable', facts: { retryAfterSeconds: 5 } }],
      ['ready by now', container('FINISHED'), { kind: 'unavailable' }],
      ['published before', container('PUBLISHED'), { kind: 'unknown' }],
      ['expired', container('EXPIRED'), { kind: 'unknown' }],
      ['missing', graphError(100, 33), { kind: 'unknown' }],
      ['unreadable', { status: 500, text: '' }, { kind: 'unknown' }],
      ['failed', container('ERROR', badMedia), { kind: 'rejected' }],
    ])('"not ready" for a container that is %s', async (_name, status, expected) => {
      await expect(send({ [PUBLISH]: suite.notReady, [READ]: status }).done).rejects.toMatchObject(expected);
    });
  });

  describe('state', () => {
    test.each([
      ['PUBLISHED', 'sent'],
      ['FINISHED', 'not_sent'],
      ['IN_PROGRESS', 'not_sent'],
      ['ERROR', 'not_sent'],
      ['EXPIRED', 'gone'],
    ])('%s is %s', async (status, state) => {
      const { session } = fakePlatform({ [READ]: container(status) });
      expect(await publishing.state(session, prepared)).toEqual({ state });
    });

    test.each(suite.missing)('a missing container is gone, unless its post is there (%j)', async (missing) => {
      const stateWith = (list: FakeResponse) =>
        publishing.state(fakePlatform({ [READ]: missing, [LIST]: list }).session, prepared);
      expect(await stateWith({ json: { data: [] } })).toEqual({ state: 'gone' });
      expect(await stateWith(listed('Another'))).toEqual({ state: 'gone' });
      expect(await stateWith(listed('Hello', { timestamp: '2026-03-01T10:00:00+0000' }))).toEqual({ state: 'gone' });
      expect(await stateWith(listed('Hello'))).toEqual({ state: 'sent' });
      await expect(stateWith({ status: 500, text: '' })).rejects.toMatchObject({ kind: 'unavailable' });
    });
  });
}
