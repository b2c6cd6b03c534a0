import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/harness.ts';
import { ROOT } from '../../test/sources.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

test('every page has a policy, and nothing frames it or learns where a visitor came from', async () => {
  const ws = await service.workspace();
  const { client_id: clientId } = await ws.control('GET', 'apps/instagram');
  const world = new URL(ws.pages).pathname;
  const pages = [
    '/docs',
    '/docs/',
    '/oauth/callback/instagram?state=x',
    '/simulator/',
    `${world}/`,
    `${world}/instagram/www/oauth/authorize?client_id=${clientId}&redirect_uri=x&scope=x&response_type=code`,
  ];
  let seen = 0;
  for (const path of pages) {
    const { headers } = await fetch(`${service.url}${path}`);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    seen += 1;
    expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
    expect(headers.get('x-frame-options'), path).toBe('DENY');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
  }
  expect(seen).toBeGreaterThanOrEqual(5);
});

test('the reference page may run its own script, without eval, and load the document', async () => {
  const { headers } = await fetch(`${service.url}/docs`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
});

test('folders and files below the data folder are for this user alone, also when they were wider before', async () => {
  const other = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
  try {
    await other.restart(async () => {
      await chmod(other.dataDir, 0o755);
      for (const name of ['uploads', 'simulator', 'simulator/files']) {
        await mkdir(join(other.dataDir, name), { recursive: true });
        await chmod(join(other.dataDir, name), 0o755);
      }
    });
    expect(wideBelow(join(other.dataDir, 'uploads'))).toEqual([]);
    const { startSimulator } = await import('../../../simulator/src/index.ts');
    const originWorld = 'w_00000000000000000000000000000001';
    const alone = await startSimulator({ originWorld, dataDir: join(other.dataDir, 'alone') });
    await fetch(`${alone.url}/files/sample.jpg`);
    await alone.close();
    expect(existsSync(join(other.dataDir, `alone/worlds/${originWorld}/files/sample.jpg`))).toBe(true);
    expect(wideBelow(join(other.dataDir, 'alone'))).toEqual([]);
  } finally {
    await other.close();
  }
});

/** The folders and files that others may enter or read. */
function wideBelow(path: string): string[] {
  const { mode } = statSync(path);
  const inner = statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => wideBelow(join(path, name))) : [];
  return (mode & 0o077) === 0 ? inner : [`${path} ${(mode & 0o777).toString(8)}`, ...inner];
}

test('the packages report nothing when they are installed', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  expect(Object.keys(packages).filter((path) => path.endsWith('@scarf/scarf'))).toEqual([]);
});
