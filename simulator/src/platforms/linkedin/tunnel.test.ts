import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlatformSimulator } from '../meta/test-simulator.ts';
import { linkedin } from './index.ts';
import { type AsAccount, asAccount, encoded } from './testing.ts';

const simulator = new PlatformSimulator(linkedin);
let page: AsAccount;

beforeAll(async () => {
  await simulator.start();
  page = await asAccount(simulator, 'linkedin_page');
});
afterAll(() => simulator.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const tunnelled = (method: string, path: string, body: string, headers: Record<string, string> = form) =>
  page.call('POST', `api/rest/${path}`, new TextEncoder().encode(body), {
    'x-http-method-override': method,
    ...headers,
  });

test('a query in the body of a POST is the query of the GET that it stands for', async () => {
  const urn = await page.post('Hello');
  const query = `q=author&author=${encoded(page.urn)}&count=5`;
  const { status, body } = await tunnelled('GET', 'posts', query, { ...form, 'x-restli-method': 'FINDER' });
  expect(status).toBe(200);
  expect(body.elements.map(({ id }: { id: string }) => id)).toEqual([urn]);
  expect((await simulator.calls('platform=linkedin_page')).at(-1)).toMatchObject({
    method: 'GET',
    operation: 'list_posts',
  });
});

test('multipart/mixed carries the query and the body of the call', async () => {
  const urn = await page.post('Before');
  const reaction = JSON.stringify({ root: urn, reactionType: 'PRAISE' });
  const parts = [
    '--xyz',
    'Content-Type: application/x-www-form-urlencoded',
    '',
    `actor=${encoded(page.urn)}`,
    '--xyz',
    'Content-Type: application/json',
    '',
    reaction,
    '--xyz--',
    '',
  ];
  const made = await tunnelled('POST', 'reactions', parts.join('\r\n'), {
    'content-type': 'multipart/mixed; boundary=xyz',
  });
  expect(made).toMatchObject({ status: 201, body: { reactionType: 'PRAISE', created: { actor: page.urn } } });
});

test('a DELETE without a query, and what is no tunnel', async () => {
  const urn = await page.post('Short-lived');
  expect((await tunnelled('DELETE', `posts/${encoded(urn)}`, '')).status).toBe(204);
  expect((await page.get(`posts/${encoded(urn)}`)).status).toBe(404);
  expect((await tunnelled('GET', 'posts', '{}', { 'content-type': 'application/json' })).status).toBe(400);
  const lone = '--xyz\r\nContent-Type: application/json\r\n\r\n{}\r\n--xyz--\r\n';
  expect((await tunnelled('GET', 'posts', lone, { 'content-type': 'multipart/mixed; boundary=xyz' })).status).toBe(400);
});
