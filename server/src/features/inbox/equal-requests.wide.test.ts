import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, startTestService, type TestService } from '../../../test/harness.ts';
import { accountOf, fault, usageOf } from '../../../test/steps.ts';
import { ANSWERS, answersIn, type Name } from './answers.fixture.ts';

const NAMES = (Object.keys(ANSWERS) as Name[]).filter((name) => name !== 'retry_message');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test.concurrent.each(NAMES)(
  '%s: a client that repeats each 504 twice sends once',
  async (name) => {
    const { platform, operation } = ANSWERS[name];
    const ws = await service.workspace({ platforms: [platform] });
    const { path, body } = await answersIn(service, ws)[name]('Hanging');
    const { platformId } = accountOf(ws, platform);
    const ledger = async () =>
      (await ws.control('GET', `ledger?platform=${platform}&account=${platformId}`)).entries.length;
    const [sent, { interactions }] = [await ledger(), await usageOf(ws.api)];
    await fault(ws, platform, { kind: 'accept_hang', operation });
    const responses: ApiResponse[] = [];
    do {
      if (responses.length > 0) await sleep(500);
      responses.push(await ws.api.post(path, body));
    } while (responses.at(-1)?.status === 504 && responses.length < 3);
    expect(responses[0]).toMatchObject({ status: 504, body: { code: 'platform_timeout' } });
    expect(responses.at(-1)?.status, responses.at(-1)?.text).toBeOneOf([200, 502]);
    // The action itself writes the reply to a review again: it replaces the one that is there.
    expect((await ledger()) - sent).toBe(name === 'reply_to_review' ? 2 : 1);
    expect((await usageOf(ws.api)).interactions - interactions).toBe(1);
  },
  120_000,
);
