import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { stateAfter } from './histories.fixture.ts';

/** All figures: `HISTORIES=5000 npm run test:wide -- server/src/features/inbox`. */
const HISTORIES = Number(process.env.HISTORIES ?? 500);
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

test(`${HISTORIES} permutations of a history end in one state, with one event for each item`, async () => {
  const expected = await stateAfter(service, ws, 'acc_in_order', false);
  for (let n = 0; n < HISTORIES; n++)
    expect(await stateAfter(service, ws, `acc_${n}`, true), `history ${n}`).toEqual(expected);
}, 900_000);
