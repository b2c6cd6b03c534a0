import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { addHook } from '../../src/features/webhooks/webhooks.fixture.ts';
import { type Body, type TestService, until } from '../harness.ts';
import { image, targetsOn } from '../steps.ts';
import { PLATFORMS } from './day.ts';

const CONNECTIONS = 100;
/** Between a response and the next request of a connection. */
const PAUSE_MS = 100;
const POSTS_OF_FREE = 10;
const PATHS = ['/v1/posts?limit=100', '/v1/events?after=0&limit=100', '/v1/accounts', '/v1/inbox/comments'];

export interface Neighbour {
  /** Ends it, once everything has gone wrong for it that should. */
  leave(): Promise<void>;
}

/** A workspace for which everything goes wrong: its platforms, its receiver, its clock, its plan, its manners. */
export async function moveIn(service: TestService): Promise<Neighbour> {
  const ws = await service.workspace({ plan: 'free', platforms: PLATFORMS });
  const hook = await addHook(ws, ['post.failed', 'post.published', 'account.disconnected']);
  const options = (text: string, ...platforms: string[]) => ({
    text,
    media: [image],
    targets: targetsOn(ws, ...platforms),
    publish_now: true,
  });
  await hook.behave({ status: 500 });

  await ws.control('PUT', 'settings', { duplicate_rules: false, rate_limits: false, reply_restriction: false });
  for (const platform of PLATFORMS) {
    await ws.control('POST', 'faults', { platform, kind: 'server_error', status: 503, times: 0 });
    await ws.control('POST', 'faults', { platform, kind: 'expired_token', times: 0 });
  }
  const { body: clock } = await ws.api.post('/v1/test/clock', { advance: 'P90D' });
  expect(clock.ahead_seconds).toBe(90 * 86_400);
  // Posts that wait keep their place in the allowance, which those that fail would give back.
  const later = (text: string) => ({
    ...options(text, 'mastodon'),
    publish_now: undefined,
    scheduled_at: daysFromNow(95),
  });
  for (let number = 0; number < POSTS_OF_FREE; number++)
    expect((await ws.api.post('/v1/posts', later(`Loud ${number}`))).status).toBe(201);

  let isOver = false;
  let responses = 0;
  const headers = { authorization: `Bearer ${ws.api.key}`, 'content-type': 'application/json' };
  const create = { method: 'POST', headers, body: JSON.stringify(options('Loud again', ...PLATFORMS)) };
  const crowd = Array.from({ length: CONNECTIONS }, async (_, number) => {
    for (let turn = number; !isOver; turn++) {
      const path = PATHS[turn % PATHS.length] as string;
      const response = await (turn % 10 === 0
        ? fetch(`${service.url}/v1/posts`, create)
        : fetch(`${service.url}${path}`, { headers }));
      await response.arrayBuffer();
      responses++;
      await sleep(PAUSE_MS);
    }
  });
  return {
    async leave() {
      isOver = true;
      await Promise.all(crowd);
      expect(responses).toBeGreaterThan(CONNECTIONS);
      expect((await ws.api.get('/v1/usage')).body).toMatchObject({
        posts_used: POSTS_OF_FREE,
        posts_limit: POSTS_OF_FREE,
      });
      const lost = async () =>
        (await ws.api.get('/v1/accounts')).body.data.some((account: Body) => account.status === 'reconnect_required');
      await until(lost, 'the neighbour has lost an account');
    },
  };
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
