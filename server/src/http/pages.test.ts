import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../test/harness.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

/** The addresses that a page loads or leads to, as its browser resolves them. */
function addressesOf(page: string, base: string): string[] {
  return [...page.matchAll(/ (?:href|src|spec-url)="([^"]+)"/g)].map(([, address = '']) => new URL(address, base).href);
}

describe('pages', () => {
  test.each(['/', '/docs', '/docs/', '/docs/?a=b'])('%s is a page whose addresses all exist', async (path) => {
    const response = await fetch(`${service.url}${path}`);
    const page = await response.text();
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    const own = addressesOf(page, response.url).filter((address) => !address.includes('/simulator'));
    expect(own.length).toBeGreaterThan(1);
    for (const address of own) expect((await fetch(address)).status, address).toBe(200);
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
  });

  test('/ says what this is and its policy lets the icon load', async () => {
    const response = await fetch(service.url);
    expect(await response.text()).toMatch(/Hubbub[\s\S]*publishing[\s\S]*docs/);
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self'");
    const icon = await fetch(`${service.url}/favicon.ico`);
    expect(icon.headers.get('content-type')).toMatch('image/svg+xml');
  });
});

test.each(['/oauth/choice/%00', '/oauth/choice/pc_%00', '/erasures/%00', '/invite/%00'])(
  '%s is 404: no address holds what the database cannot look up',
  async (path) => {
    expect((await fetch(`${service.url}${path}`)).status).toBe(404);
  },
);

test.each([
  ['PUT', '/v1/posts/validate', ['GET', 'POST']],
  ['PUT', '/v1/posts/post_1', ['GET', 'PATCH', 'DELETE']],
  ['DELETE', '/v1/posts', ['GET', 'POST']],
  ['PUT', '/v1/webhooks/events', ['GET']],
  ['PATCH', '/v1/inbox/comments', ['GET']],
])('%s %s: Allow names the methods of the route, each once', async (method, path, methods) => {
  const { key } = (await service.workspace()).api;
  const response = await fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')?.split(', ').sort()).toEqual([...methods].sort());
});
