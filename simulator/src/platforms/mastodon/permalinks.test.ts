import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testWorld } from '../../core/testing.ts';
import { type RunningSimulator, startSimulator } from '../../index.ts';

test('a permalink leads to its page, also after a restart on another port', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-permalinks-'));
  const publicUrl = 'https://hub.example/simulator';
  let running: RunningSimulator = await startSimulator({ dataDir, publicUrl, originWorld: testWorld });
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    };
    // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, read field by field.
    return (await (await fetch(`${running.url}${path}`, init)).json()) as any;
  };
  const account = await send('/control/accounts', { platform: 'mastodon', username: 'acme' });
  const authorization = `Bearer ${account.tokens.access_token}`;
  const status = await send('/mastodon/api/v1/statuses', { status: 'Hello <there>' }, { authorization });
  const hidden = { status: 'For one', visibility: 'direct' };
  const direct = await send('/mastodon/api/v1/statuses', hidden, { authorization });
  expect(status.url).toBe(`${publicUrl}/mastodon/@acme/${status.id}`);

  await running.close();
  running = await startSimulator({ dataDir, publicUrl, originWorld: testWorld });
  const open = (url: string) => fetch(url.replace(publicUrl, running.url));
  const page = await open(status.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Hello &lt;there&gt;')]);
  expect((await open(direct.url)).status).toBe(404);
  await running.close();
  rmSync(dataDir, { recursive: true });
});
