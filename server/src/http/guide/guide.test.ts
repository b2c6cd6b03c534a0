import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/harness.ts';
import { readLibrary } from './library.ts';

let service: TestService;
const library = readLibrary();

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const get = (path: string) => fetch(`${service.url}${path}`);

/** The links of a page to its own host, as its browser resolves them. */
function linksOf(page: string, base: string): string[] {
  const all = [...page.matchAll(/ (?:href|src|action)="([^"]+)"/g)].map(([, address = '']) => address);
  return all
    .map((address) => new URL(address.replaceAll('&amp;', '&'), base).href)
    .filter((one) => one.startsWith(service.url));
}

describe('/guide', () => {
  test('every page is there in HTML, and every link leads to a page and a part that exist', async () => {
    const pages = new Map<string, string>();
    for (const { address } of library.pages) {
      const response = await get(address === '' ? '/guide' : `/guide/${address}`);
      expect(response.status, address).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      pages.set(response.url, await response.text());
    }
    const others = new Set<string>();
    for (const [url, text] of pages) {
      expect(text, url).not.toMatch(/<script|<p>\|/);
      for (const link of linksOf(text, url)) {
        const [target = '', part] = link.split('#');
        const page = pages.get(target);
        if (page === undefined) others.add(target);
        else if (part !== undefined)
          expect(page.includes(` id="${decodeURIComponent(part)}"`), `${url} leads to ${link}`).toBe(true);
      }
    }
    for (const target of others) expect((await fetch(target)).status, target).toBe(200);
  });

  test('the index gives the order, and the page says what comes before and after', async () => {
    const [first, second, third] = library.groups[0]?.entries ?? [];
    const text = await (await get(`/guide/${second?.page.address}`)).text();
    expect(text).toContain(`← <a href="${first?.page.address}">${first?.label}</a>`);
    expect(text).toContain(`<a href="${third?.page.address}">${third?.label}</a> →`);
    expect(text).toContain(`<a href="${second?.page.address}" aria-current="page">`);
  });

  test('its policy allows no script, and its own search form', async () => {
    const policy = (await get('/guide')).headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('script-src');
  });

  test('the search finds headings first, then texts, and shows what nothing has as it was written', async () => {
    const found = await (await get('/guide?q=first+comment')).text();
    expect(found).toMatch(/<li><a href="guide\/publishing#/);
    const rotation = await (await get('/guide?q=Rotate+the+secrets')).text();
    expect(rotation).toContain('<a href="guide/operations#rotate-the-secrets-key">');
    expect(await (await get('/guide?q=%3Cscript%3Eqqq')).text()).toContain('“&lt;script&gt;qqq”');
  });

  test.each(['/guide/', '/guide//', '/guide/publishing/', '/guide/publishing//', '/guide/platforms/bluesky/'])(
    '%s leads to the address without a slash',
    async (path) => {
      const response = await get(path);
      expect([response.status, response.url]).toEqual([200, `${service.url}${path.replace(/\/+$/, '')}`]);
    },
  );

  test('a search at an address with a slash keeps its words', async () => {
    expect((await get('/guide/?q=first+comment')).url).toBe(`${service.url}/guide?q=first+comment`);
  });

  test.each(['/guide/nothing', '/guide/nothing.md', '/guide/a/b/', '/guide/..%2f..%2fpackage.json', '/guide/%3Cb%3E'])(
    '%s is a page that says that there is none, and leads home',
    async (path) => {
      const response = await get(path);
      const text = await response.text();
      expect(response.status).toBe(404);
      expect(text).toContain('There is no such page');
      expect(text).not.toContain('<b>');
      const home = /Its <a href="([^"]+)">/.exec(text)?.[1] ?? '';
      expect(new URL(home, response.url).pathname).toBe('/guide');
    },
  );
});

describe('for programs', () => {
  test('each page is there as Markdown, as its file has it', async () => {
    const response = await get('/guide/publishing.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toBe(library.byAddress.get('publishing')?.text);
  });

  test('/llms.txt lists all pages of the index, each at an address that exists', async () => {
    const response = await get('/llms.txt');
    const text = await response.text();
    expect(text).toMatch(/^# Hubbub\n\n> /);
    const links = [...text.matchAll(/\]\(([^)]+)\): \S/g)].map(([, link = '']) => new URL(link, response.url).href);
    expect(links.length).toBe(library.groups.flatMap(({ entries }) => entries).length + 2);
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);
  });

  test('/llms-full.txt holds every page', async () => {
    const text = await (await get('/llms-full.txt')).text();
    for (const page of library.pages) expect(text, page.file).toContain(page.text.trim());
  });
});
