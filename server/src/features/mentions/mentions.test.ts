import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, eventsOf, fault, heldCall, ledgerOf, pagesOf, usageOf, visitor } from '../../../test/steps.ts';
import type { Platform } from '../../core/platforms.ts';

const PLATFORMS: readonly Platform[] = ['bluesky', 'facebook', 'instagram', 'mastodon', 'threads', 'twitter'];
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: [...PLATFORMS, 'telegram'] });
});
afterAll(() => service?.close());

const listed = (platform: string, query = ''): Promise<Body[]> =>
  pagesOf(ws.api, `/v1/accounts/${accountOf(ws, platform).id}/mentions?limit=1${query}`);
const reply = (platform: string, body: Body) =>
  ws.api.post(`/v1/accounts/${accountOf(ws, platform).id}/mentions/reply`, body);

describe('list_mentions and reply_to_mention', () => {
  test.each(PLATFORMS)('on %s: it arrives once, and the answer leaves once', async (platform) => {
    const { platform_id: id } = await visitor(ws, platform, 'mention', { text: 'Have you seen this?' });
    const mention = await until(async () => (await listed(platform))[0], `the mention on ${platform} has arrived`);
    expect(mention).toMatchObject({
      type: 'mention',
      platform,
      account_id: accountOf(ws, platform).id,
      author: { id: expect.stringMatching(/./), name: expect.any(String) },
      content: { text: expect.stringContaining('Have you seen this?'), media: [] },
      metadata: { mention_type: expect.stringMatching(/^(caption|comment)$/) },
      capabilities: { can_reply: true },
    });
    expect([mention.platform_id, mention.platform_post_id]).toContain(id);
    expect((await eventsOf(ws.api, mention.id)).map(({ type }) => type)).toEqual(['mention.received']);
    expect(await listed(platform, '&since=2100-01-01')).toEqual([]);
    const before = await usageOf(ws.api);
    const answer = await reply(platform, { media_id: mention.id, text: 'We have!' });
    expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true, comment_id: expect.any(String) } });
    expect(await usageOf(ws.api)).toEqual({ ...before, interactions: before.interactions + 1 });
    const sent = (await ledgerOf(ws, platform, 'reply')).filter(({ text = '' }) => text.includes('We have!'));
    expect(sent.map(({ platform_id }) => platform_id)).toEqual([answer.body.comment_id]);
    for (const options of [
      { media_id: mention.id, text: ' ' },
      { media_id: mention.id, text: 'x'.repeat(19_000) },
    ])
      expect(await reply(platform, options)).toMatchObject({ status: 400, body: { meta: { field: 'text' } } });
    expect(await reply(platform, { media_id: 'mnt_00000000000000000000000000', text: 'x' })).toMatchObject({
      status: 404,
    });
  });

  test('a repeated answer joins the first one, also when the mention arrives in between', async () => {
    await fault(ws, 'mastodon', { kind: 'delayed_visibility', seconds: 2, operation: undefined });
    const { platform_id: id } = await visitor(ws, 'mastodon', 'mention', { text: 'Is it late?' });
    await fault(ws, 'mastodon', { kind: 'hold', when: 'after', operation: 'reply' });
    const answer = { media_id: id, text: 'Never too late' };
    const first = reply('mastodon', answer);
    await heldCall(ws);
    const isListed = async () => (await listed('mastodon')).some(({ platform_id }) => platform_id === id);
    expect(await isListed()).toBe(false);
    await until(isListed, 'the mention has arrived');
    const again = reply('mastodon', answer);
    await ws.control('POST', 'held/release-all');
    expect((await again).body.comment_id).toBe((await first).body.comment_id);
    const sent = (await ledgerOf(ws, 'mastodon', 'reply')).filter(({ text = '' }) => text.includes(answer.text));
    expect(sent).toHaveLength(1);
  });

  test('501 where the platform has none, 404 for an account of nobody', async () => {
    expect(await ws.api.get(`/v1/accounts/${accountOf(ws, 'telegram').id}/mentions`)).toMatchObject({ status: 501 });
    expect(await reply('telegram', { media_id: '1', text: 'x' })).toMatchObject({ status: 501 });
    expect(await ws.api.get('/v1/accounts/acc_00000000000000000000000000/mentions')).toMatchObject({ status: 404 });
  });
});
