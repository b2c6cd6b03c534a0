import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toExamples } from '../generate/examples.ts';
import { documentText, hashOfSources } from '../generate/generated.ts';
import { type Document, namedOperations, toResources } from '../generate/resources.ts';
import { table } from './generated/resources.ts';
import { Hubbub } from './hubbub.ts';

const document: Document = JSON.parse(documentText());

test('the generated files are those of openapi.json', () => {
  const written = readFileSync(join(import.meta.dirname, 'generated/resources.ts'), 'utf8');
  expect(written === toResources(document, hashOfSources()), 'openapi.json has changed. Run: npm run sdk').toBe(true);
});

test('the page of examples calls every method, and is that of openapi.json', () => {
  const page = readFileSync(join(import.meta.dirname, '../EXAMPLES.md'), 'utf8');
  expect(page === toExamples(document), 'openapi.json has changed. Run: npm run sdk').toBe(true);
  const called = [...page.matchAll(/hubbub\.(\w+\.\w+)\(/g)].map(([, name]) => name);
  expect(called.sort()).toEqual(
    namedOperations(document)
      .map(({ resource, method }) => `${resource}.${method}`)
      .sort(),
  );
});

test('every operation is one method, and every method one operation', () => {
  const routes = Object.entries(table).flatMap(([resource, methods]) =>
    Object.entries(methods).map(([method, route]) => {
      const [verb = '', path] = route.split(' ');
      return { name: `${resource}.${method}`, route: `${{ LIST: 'GET', FORM: 'POST' }[verb] ?? verb} ${path}` };
    }),
  );
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.map(({ route }) => route).sort()).toEqual(described.sort());

  const hubbub = new Hubbub({ apiKey: 'hub_test_x', baseUrl: 'http://127.0.0.1' });
  const methods = Object.entries(hubbub).flatMap(([resource, all]) =>
    Object.keys(all).map((method) => `${resource}.${method}`),
  );
  const beside = ['media.upload', 'posts.waitFor'];
  expect(methods.sort()).toEqual([...routes.map(({ name }) => name), ...beside].sort());
});

test('names are verbs of a resource', () => {
  const names = new Map(namedOperations(document).map(({ id, resource, method }) => [id, `${resource}.${method}`]));
  expect(names.get('create_post')).toBe('posts.create');
  expect(names.get('list_post_attempts')).toBe('posts.listAttempts');
  expect(names.get('rotate_key')).toBe('keys.rotate');
  expect(names.get('reply_to_review')).toBe('reviews.reply');
  expect(names.get('get_tiktok_summary')).toBe('tiktok.getSummary');
  for (const name of names.values()) expect(name).toMatch(/^[a-z]+\.[a-z]+([A-Z][a-z]+)*$/);
});

test('a client without its key or its address says which is missing', () => {
  const from = (env: Record<string, string>) =>
    new Hubbub({ apiKey: env.KEY as string, baseUrl: env.HUBBUB as string });
  expect(() => from({ HUBBUB: 'http://127.0.0.1:8080' })).toThrow('apiKey is missing.');
  expect(() => from({ KEY: 'hub_test_1' })).toThrow('baseUrl is missing.');
});
