import { expect, test } from 'vitest';
import { sourcesIn } from '../../test/sources.ts';

/** The engine's settlements, and the commit of a request with the creation of posts. */
const USERS = ['server/src/engine/', 'server/src/execute/', 'server/src/features/posts/'];

test('only the engine, the commit of a request and posts defer statements', () => {
  const users = sourcesIn('server/src').filter(
    ({ path, text }) => !path.endsWith('.test.ts') && /\.defer\(/.test(text),
  );
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter(({ path }) => !USERS.some((folder) => path.startsWith(folder))).map(({ path }) => path)).toEqual(
    [],
  );
});

test('only the engine has the batcher: it runs with the role that sees all tenants', () => {
  const users = sourcesIn('server/src').filter(
    ({ path, text }) => !path.endsWith('.test.ts') && /\bbatcher\b/.test(text),
  );
  const paths = users.map(({ path }) => path).filter((path) => !/^server\/src\/(engine|db)\//.test(path));
  expect(paths).toEqual(['server/src/adapters/action-tools.ts', 'server/src/features/posts/publish/publish.action.ts']);
});
