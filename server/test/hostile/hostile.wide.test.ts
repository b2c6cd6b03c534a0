import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../harness.ts';
import {
  AIMS,
  type Aim,
  type AimedShot,
  agent,
  hostileShots,
  type Outcome,
  type Shot,
  shoot,
  type Target,
  tableShot,
  targetOf,
  toEveryPath,
} from './shoot.ts';

const AT_ONCE = 8;

let service: TestService;
let ws: TestWorkspace;
let target: Target;
let shots: readonly Shot[];

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
  target = await targetOf(service.url, ws.api.key);
  shots = await hostileShots();
});
afterAll(async () => {
  agent.destroy();
  await service?.close();
});

/** Every response to a hostile request is one that the API knows, and never a fault of the service. */
function faultOf(aim: Aim, shot: Shot, { status, text }: Outcome): string | undefined {
  const isKnown = status === 0 || status === 501 || status === 503 || (status >= 200 && status < 500);
  return isKnown
    ? undefined
    : `${aim.method} ${aim.path} as ${aim.as}: ${status} for ${shot.name}: ${text.slice(0, 200)}`;
}

async function shootAll(pairs: readonly AimedShot[]): Promise<void> {
  const faults: string[] = [];
  const waiting = [...pairs];
  const shootNext = async () => {
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop())
      faults.push(...[faultOf(...pair, await shoot(target, ...pair))].filter((fault) => fault !== undefined));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shootNext));
  expect(faults).toEqual([]);
  expect((await ws.api.get('/v1/usage')).status).toBe(200);
}

test('there are more than 400', () => {
  expect(new Set(shots.map(({ name }) => name)).size).toBeGreaterThan(400);
});

test.each(AIMS.map((aim): [string, Aim] => [`${aim.method} ${aim.path} as ${aim.as}`, aim]))(
  'all of them, to %s',
  (_name, aim) => shootAll(shots.map((shot) => [aim, shot])),
  300_000,
);

test('ten of them to every operation and page', async () => {
  await shootAll(await toEveryPath(service.url, shots));
}, 300_000);

test('a table of 50 MB of separators', () => shootAll([tableShot()]));
