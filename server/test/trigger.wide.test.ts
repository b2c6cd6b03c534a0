import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../src/cli/commands/index.ts';
import { type Parsed, parse } from '../src/cli/parse.ts';
import { toConfig } from '../src/config/config.ts';
import { readEnv } from '../src/config/env.ts';
import { EVENT_TYPES } from '../src/core/event.ts';
import { TRIGGERS } from '../src/scenes/scenes.ts';
import { type Body, startTestService, type TestService, type TestWorkspace } from './harness.ts';
import { accountOf } from './steps.ts';

const causable = TRIGGERS.filter(({ scene }) => typeof scene !== 'string').map(({ type }) => type);
const PLATFORMS = ['instagram', 'facebook', 'whatsapp', 'google', 'telegram', 'threads'] as const;

describe('trigger', () => {
  let service: TestService;
  let ws: TestWorkspace;

  beforeAll(async () => {
    service = await startTestService();
    ws = await service.workspace({ platforms: PLATFORMS });
  });
  afterAll(() => service?.close());

  /** Runs the command in this process. */
  async function trigger(...words: string[]): Promise<{ text: string; json: Body }> {
    const settings = {
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.dataDir,
      SIMULATOR_URL: service.simulatorRoot,
    };
    const { command, options, words: rest } = parse(['trigger', ...words], commands) as Parsed;
    return command.run({ options, words: rest, config: toConfig(readEnv(settings)), print: () => {}, note: () => {} });
  }
  const own = () => ['--url', service.url, '--workspace', ws.id];

  test.each(causable)('%s', async (type) => {
    const { text, json } = await trigger(type, ...own());
    expect(json).toMatchObject({ type, livemode: false });
    expect(text).toContain(`${json.id}  seq ${json.seq}`);
    const { body } = await ws.api.get(`/v1/events?after=${json.seq - 1}&limit=1`);
    expect(body.data[0]).toEqual(json);
  });

  test('writes the given words on the given account', async () => {
    const { id } = accountOf(ws, 'facebook');
    const { json } = await trigger('comment.received', ...own(), '--account', id, '--text', 'My own words');
    expect(json).toMatchObject({ account_id: id, data: { content: { text: 'My own words' } } });
    const keys = (await ws.api.get('/v1/keys')).body.data;
    expect(keys.filter(({ name, state }: Body) => name === 'hubbub command' && state === 'active')).toEqual([]);
  });

  test('lists every event, and rejects with the reason', async () => {
    const { json, text } = await trigger('--list');
    expect(json.map(({ event }: Body) => event)).toEqual(Object.keys(EVENT_TYPES));
    for (const { about, reason } of json) expect(text).toContain(about ?? `Not by command: ${reason}`);
    const rejections: [string[], string][] = [
      [['page.removed', ...own()], 'page.removed cannot be triggered. A person must log in again'],
      [['comment.recieved', ...own()], 'Did you mean comment.received?'],
      [own(), 'trigger needs an event'],
      [['dm.received', '--url', service.url, '--key', ws.liveApi.key], 'trigger works for test tenants only.'],
      [['dm.received', ...own(), '--account', 'acc_x'], 'The tenant has no account "acc_x".'],
      [['review.received', ...own(), '--account', accountOf(ws, 'facebook').id], 'cannot happen on Facebook'],
      [['dm.received', '--workspace', ws.id], 'No service runs on the data folder'],
    ];
    for (const [words, message] of rejections) await expect(trigger(...words)).rejects.toThrow(message);
  });
});
