import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from './harness.ts';
import { operate } from './operator.ts';

// A name that hides characters, or turns the direction of what follows, passes for another one in a list.
const HIDDEN = [
  '\u202e',
  '\u2066',
  '\u200f',
  '\u061c',
  '\u200b',
  '\ufeff',
  '\u0007',
  '\n',
  '\u3164',
  '\u2800',
  '\u034f',
];
/** A family emoji, Hindi and Persian with joiners, Hebrew, a flag of tags. */
const PLAIN = ['👨‍👩‍👧', 'क्‍ष', 'می‌خواهم', 'שלום', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'];

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'enterprise' });
});
afterAll(() => service?.close());

describe('names in create_key, create_brand, update_workspace, create_redirect_uri, create_webhook and get_upload_url', () => {
  test.each([
    ['post', '/v1/keys', 'name', {}],
    ['post', '/v1/brands', 'name', {}],
    ['patch', '/v1/workspace', 'name', {}],
    ['post', '/v1/oauth/redirect-uris', 'label', { uri: 'https://app.example/back' }],
    [
      'post',
      '/v1/webhooks',
      'description',
      { url: 'https://simulator.test/receiver/names', events: ['post.published'] },
    ],
  ] as const)('%s %s rejects a %s with hidden characters', async (method, path, field, more) => {
    for (const sign of HIDDEN)
      expect(await ws.api[method](path, { ...more, [field]: `ad${sign}min` }), JSON.stringify(sign)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', meta: { field } },
      });
    const { status, body } = await ws.api[method](path, { ...more, [field]: PLAIN.join(' ') });
    expect([status < 300, body[field]]).toEqual([true, PLAIN.join(' ')]);
  });

  test('a folder of media', async () => {
    const path = '/v1/media/upload-url?media_type=image/png&filename=a.png&folder=';
    expect(await ws.api.get(`${path}${encodeURIComponent('ad\u202emin')}`)).toMatchObject({
      status: 400,
      body: { meta: { field: 'folder' } },
    });
    expect((await ws.api.get(`${path}${encodeURIComponent(PLAIN[0] ?? '')}`)).status).toBe(200);
  });

  test('workspaces create, keys create', async () => {
    for (const words of [
      ['workspaces', 'create', '--name', 'ad\u202emin'],
      ['keys', 'create', '--workspace', ws.id, '--mode', 'test', '--name', 'ad\u202emin'],
    ])
      await expect(operate(service, words)).rejects.toThrow(/--name must not contain invisible characters/);
  });
});
