import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium, openPage, type Page } from '../../test/browser.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';

if (chromium === undefined) console.log('left out: the reference in a browser needs chromium, or its path in CHROMIUM');

describe.skipIf(chromium === undefined)('the reference page', () => {
  let service: TestService;
  let ws: TestWorkspace;
  let page: Page;

  const button = (pattern: string) =>
    `[...document.querySelectorAll('button')].find((one) => one.checkVisibility() && new RegExp(${JSON.stringify(pattern)}).test(one.innerText))`;
  const press = async (pattern: string) => {
    await page.until(button(pattern), `there is a button ${pattern}`);
    await page.value(`void ${button(pattern)}.click()`);
  };
  const shows = (text: string) =>
    page.until(`document.body.innerText.includes(${JSON.stringify(text)})`, `it shows ${text}`);
  const open = async (width: number, height: number, isPhone: boolean) => {
    page = await openPage({ width, height, isPhone });
    await page.goTo(`${service.url}/docs/`);
    await shows('answer everything that comes back');
  };
  const close = async () => {
    const elsewhere = page.requests.filter((url) => !url.startsWith(`${service.url}/`));
    await page.close();
    expect(elsewhere).toEqual([]);
    expect(page.rejected).toEqual([]);
  };

  beforeAll(async () => {
    service = await startTestService({ POLL_SECONDS: '3600' });
    ws = await service.workspace();
  }, 60_000);
  afterAll(() => service?.close());

  test('leads a phone through the menu to an operation, its description and its example', async () => {
    await open(390, 844, true);
    expect(await page.value('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await press('Open Menu');
    await press('^Webhooks\\n');
    await press('^Create a webhook endpoint');
    await shows('Registers an address that receives events');
    await shows('https://cafe.example.com/hook');
    const isInView = `[...document.querySelectorAll('h2, h3')].some((one) => one.innerText.startsWith('Create a webhook endpoint') && Math.abs(one.getBoundingClientRect().top) < innerHeight)`;
    await page.until(isInView, 'it has moved there');
    await close();
  }, 180_000);

  test('shows the events that are sent, and calls the service with a test key', async () => {
    await open(1280, 900, false);
    await press('^Events\\n');
    await press('^Somebody commented on a post of a connected account');
    await shows('webhook-signature');
    const token = `document.querySelector('input[placeholder="Token"]')`;
    await page.value(`void ${token}.focus()`);
    await page.type(ws.api.key);
    await page.until(`${token}.value.startsWith('hub_test_')`, 'the key is typed');
    await press('^Workspace\n');
    await press('Test Request\\s+\\(get /v1/workspace\\)');
    await press('^Send Request');
    await shows('200');
    await shows(`"${ws.id}"`);
    expect(page.requests).toContain(`${service.url}/v1/workspace`);
    await close();
  }, 180_000);
});
