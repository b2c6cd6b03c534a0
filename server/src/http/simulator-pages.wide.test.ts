import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium, openPage, type Page } from '../../test/browser.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';

if (chromium === undefined) console.log('left out: the simulator in a browser needs chromium, or its path in CHROMIUM');

describe.skipIf(chromium === undefined)('the simulator in a browser', () => {
  let service: TestService;
  let ws: TestWorkspace;
  let page: Page;

  const shows = (text: string) =>
    page.until(`document.body.innerText.includes(${JSON.stringify(text)})`, `it shows ${text}`);
  const press = async (text: string) => {
    const button = `[...document.querySelectorAll('button')].find((one) => one.innerText === ${JSON.stringify(text)})`;
    await page.until(button, `there is a button ${text}`);
    await page.value(`void ${button}.click()`);
  };

  beforeAll(async () => {
    service = await startTestService({ POLL_SECONDS: '3600' });
    ws = await service.workspace({ plan: 'enterprise', platforms: ['mastodon'] });
    page = await openPage({ width: 1280, height: 900, isPhone: false });
  }, 60_000);
  afterAll(async () => {
    await page?.close();
    await service?.close();
  });

  test('the page of a world acts on buttons and forms, and shows what has changed', async () => {
    await page.goTo(`${ws.pages}/`);
    await press('duplicate rules: on');
    await shows('duplicate rules: off');
    await press('503, no effect');
    await shows('server_error');
    expect(await page.value('getComputedStyle(document.querySelector("main")).display')).toBe('grid');
    expect(page.rejected).toEqual([]);
  }, 180_000);

  test('a consent form leads back to the browser that began the login', async () => {
    await ws.control('POST', 'accounts', { platform: 'pinterest' });
    const { id: brand_id } = (await ws.api.post('/v1/brands', { name: 'Cafe' })).body;
    const { url } = (await ws.api.post('/v1/invites', { brand_id, platform: 'pinterest', expires_in_days: 7 })).body;
    await page.goTo(url);
    await press('Continue to Pinterest');
    await press('Allow');
    await shows('The account is connected');
    expect(page.rejected).toEqual([]);
  }, 180_000);

  test('the script of a page that a world serves does not run', async () => {
    const body = '<title>none</title><script>document.title = "ran"</script><p>shown</p>';
    await ws.control('POST', 'faults', { kind: 'body', platform: 'mastodon', content_type: 'text/html', body });
    await page.goTo(`${ws.pages}/mastodon/api/v2/instance`);
    await shows('shown');
    expect(await page.value('document.title')).toBe('none');
    expect(await page.value('origin')).toBe('null');
  }, 180_000);
});
