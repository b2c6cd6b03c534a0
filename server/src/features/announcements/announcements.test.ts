import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { operate } from '../../../test/operator.ts';
import { pagesOf, withNewKey } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  [ws, other] = [await service.workspace(), await service.workspace()];
});
afterAll(() => service?.close());

const hubbub = (...args: readonly string[]) => operate(service, args);
const announce = (kind: string, title: string, ...more: readonly string[]) =>
  hubbub('announcements', 'create', '--kind', kind, '--title', title, '--body', `About ${title}`, ...more);

describe('list_announcements, mark_announcement_seen', () => {
  test('every workspace reads what the operator announces, newest first, until it is seen or withdrawn', async () => {
    const link = ['--link-url', 'https://status.example/1', '--link-label', 'Status'];
    const { json: incident } = await announce('incident', 'Slow', ...link);
    const [start, end] = ['2027-01-31T09:00:00Z', '2127-01-31T10:00:00Z'];
    const { json: window } = await announce('maintenance', 'Move', '--window-start', start, '--window-end', end);
    const { json: over } = await announce('maintenance', 'Past', '--window-end', '2020-01-01');
    expect(incident).toMatchObject({ link_url: 'https://status.example/1', link_label: 'Status' });
    const idsOf = async ({ api }: TestWorkspace) =>
      (await pagesOf(api, '/v1/announcements?limit=1')).map(({ id }) => id);
    expect(await idsOf(ws)).toEqual([window.id, incident.id]);
    const { body } = await ws.api.get('/v1/announcements');
    expect(body.data[0]).toEqual({
      ...window,
      window_start: '2027-01-31T09:00:00.000Z',
      window_end: '2127-01-31T10:00:00.000Z',
      seen: false,
      livemode: false,
    });

    const limited = await withNewKey(service, ws, { scopes: ['posts:read'] });
    for (let again = 0; again < 2; again++)
      expect(await limited.api.post(`/v1/announcements/${incident.id}/seen`)).toMatchObject({
        status: 200,
        body: { ok: true },
      });
    const seen = async ({ api }: Pick<TestWorkspace, 'api'>) =>
      (await api.get('/v1/announcements')).body.data.map((item: Body) => item.seen);
    expect([await seen(ws), await seen({ api: ws.liveApi }), await seen(other)]).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ]);
    const { json: listed, text } = await hubbub('announcements', 'list');
    expect(listed.map(({ id, seen_by }: Body) => [id, seen_by])).toEqual([
      [over.id, 0],
      [window.id, 0],
      [incident.id, 1],
    ]);
    expect(text.split('\n')).toHaveLength(3);

    await hubbub('announcements', 'delete', incident.id);
    await expect(hubbub('announcements', 'delete', incident.id)).rejects.toThrow(/no announcement/);
    expect(await idsOf(ws)).toEqual([window.id]);
    for (const id of [incident.id, 'nothing'])
      expect(await ws.api.post(`/v1/announcements/${id}/seen`)).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail_code: 'announcement.not_found' },
      });
  });

  test.each<[string, string, readonly string[]]>([
    ['--kind must be one of', 'news', []],
    ['maintenance only', 'incident', ['--window-end', '2027-01-01']],
    ['must be after', 'maintenance', ['--window-start', '2027-01-02', '--window-end', '2027-01-01']],
    ['must be a time', 'maintenance', ['--window-start', 'tomorrow']],
    ['with https', 'incident', ['--link-url', 'http://status.example']],
    ['with https', 'incident', ['--link-url', 'status']],
    ['needs --link-url', 'incident', ['--link-label', 'Status']],
    ['at most 100 characters', 'incident', ['--link-url', 'https://a.example', '--link-label', 'x'.repeat(101)]],
    ['at most 200 characters', 'incident', ['--title', 'x'.repeat(201)]],
    ['at most 5000 characters', 'incident', ['--body', 'x'.repeat(5001)]],
  ])('announcements create rejects what is wrong: %s', async (reason, kind, more) => {
    const before = (await hubbub('announcements', 'list')).json;
    await expect(announce(kind, 'Wrong', ...more)).rejects.toThrow(reason);
    expect((await hubbub('announcements', 'list')).json).toEqual(before);
  });
});

describe('send_feedback', () => {
  test('the operator reads what customers write', async () => {
    for (const [type, message] of [
      ['bug', 'It broke'],
      ['general', ' Thank you \u001b]0;title\u0007\u009b2J\n\u202eevil '],
    ])
      expect(await ws.api.post('/v1/feedback', { type, message })).toMatchObject({ status: 200, body: { ok: true } });
    await ws.api.post('/v1/feedback?dry_run=true', { type: 'bug', message: 'Dry' });
    const { json, text } = await hubbub('feedback', 'list');
    // Nothing in a message steers the operator's terminal or looks like another row.
    expect(text).toMatch(/^[\n\u0020-\u007e]+$/);
    expect(text.split('\n')).toHaveLength(2);
    expect(json).toMatchObject([
      { workspace_id: ws.id, type: 'general', message: expect.stringMatching(/^Thank you/), email: null },
      { workspace_id: ws.id, type: 'bug', message: 'It broke' },
    ]);
    for (const [body, field] of [
      [{ type: 'praise', message: 'x' }, 'type'],
      [{ type: 'bug', message: ' ' }, 'message'],
      [{ type: 'bug', message: 'x'.repeat(5001) }, 'message'],
      [{ message: 'x' }, 'type'],
    ] as const)
      expect(await ws.api.post('/v1/feedback', body)).toMatchObject({ status: 400, body: { meta: { field } } });
    expect((await hubbub('feedback', 'list')).json).toHaveLength(2);
  });
});
