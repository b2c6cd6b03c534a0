import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../src/config/env.ts';
import { VERSION } from '../src/config/version.ts';
import { connectors } from '../src/connectors/index.ts';
import { PLATFORMS } from '../src/core/platforms.ts';
import type { Database } from '../src/db/database.ts';
import { toOpenApi, writeDocument } from '../src/http/openapi/document.ts';
import { sessionCalls } from '../src/http/sessions/calls.ts';
import { operations } from '../src/operations.ts';
import { allWorkers, type WorkerParts } from '../src/workers/index.ts';
import { cycleIn, filesIn, isTestFile, ROOT, sourcesIn } from './sources.ts';

const server = sourcesIn('server/src').filter(({ path }) => !isTestFile(path));
const simulator = sourcesIn('simulator/src').filter(({ path }) => !isTestFile(path));
const bench = sourcesIn('bench/src').filter(({ path }) => !isTestFile(path));
const packages = sourcesIn('packages').filter(({ path }) => path.split('/')[2] === 'src' && !isTestFile(path));

/** Files outside connectors/ that hold a platform's name or a number in quotes, and why. */
const MAY_NAME_PLATFORMS: Readonly<Record<string, string>> = {
  'core/limits.ts': "'twitter' is a way to count, fixed by the API",
  'core/platform-error.ts': 'examples in a comment',
  'db/database.ts': "23505 is PostgreSQL's",
  'db/flush.ts': "57014 is PostgreSQL's",
  'features/platforms/limits.ts': "'twitter' is a way to count",
  'features/own-apps/own-app.ts': 'all its routes are /v1/platforms/twitter/…',
  'features/whatsapp/find-account.ts': 'all routes of the feature are /v1/platforms/whatsapp/…',
  'features/platform-endpoints/youtube/youtube-comment.ts': 'shared by two routes of YouTube',
  'startup/walkthrough.ts': 'printed shell commands',
};

/** Everything that stands directly in `server/src`. */
const ROOMS = [
  'adapters',
  'backup',
  'cli',
  'config',
  'connectors',
  'core',
  'db',
  'demo',
  'engine',
  'execute',
  'features',
  'generate',
  'http',
  'inbound',
  'lib',
  'main.ts',
  'moving',
  'observability',
  'operations.ts',
  'sandbox',
  'scenes',
  'secrets',
  'startup',
  'suspensions',
  'workers',
];

/**
 * What each folder of `server/src` may import, besides itself: folders, single files, `features/*` for the `index.ts` of
 * any feature, `package` for the libraries of `packages/` and npm. Node's own modules are free. Folders that are not
 * listed put the service together and may import everything.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: ['zod'],
  lib: ['package'],
  config: ['core', 'lib/bucket-address.ts', 'lib/ip-address.ts', 'lib/loopback.ts', 'zod'],
  db: ['core', 'lib', 'package'],
  connectors: ['core', 'lib', 'package'],
  secrets: ['core', 'config', 'db', 'lib', 'execute/idempotency.repository.ts', 'features/*', 'package'],
  observability: ['core', 'lib', 'package'],
  engine: ['core', 'db', 'lib', 'package'],
  features: ['core', 'db', 'engine', 'lib', 'features/*', 'package'],
  inbound: ['core', 'db', 'lib', 'features/*', 'package'],
  suspensions: ['core', 'db', 'engine', 'lib', 'features/*', 'package'],
  workers: ['core', 'db', 'engine', 'inbound', 'lib', 'suspensions', 'features/*', 'package'],
  execute: [
    ...['core', 'db', 'lib', 'features/audit/index.ts', 'features/held/index.ts', 'features/usage/index.ts'],
    'package',
  ],
  scenes: ['core', 'lib', 'connectors/index.ts', 'connectors/example-options.ts'],
  http: ['core', 'db', 'execute', 'inbound', 'lib', 'secrets', 'features/*', 'package'],
  startup: [
    ...['adapters', 'config', 'connectors', 'core', 'db', 'engine', 'execute', 'http', 'inbound', 'lib'],
    ...['observability', 'sandbox', 'secrets', 'suspensions', 'workers', 'features/*', 'operations.ts', 'package'],
    'simulator/src/index.ts',
  ],
};

/** The part of the house that a file of `server/src` belongs to; a feature is a part of its own. */
function partOf(path: string): string {
  const inner = path.slice('server/src/'.length);
  if (!inner.includes('/')) return 'top';
  const [first = '', second = ''] = inner.split('/');
  return first === 'features' ? `features/${second}` : first;
}

function isAllowed(from: string, to: string): boolean {
  if (to.startsWith('node:')) return true;
  const part = partOf(from);
  const rules = LAYERS[part.split('/')[0] as string];
  if (rules === undefined) return true;
  if (!to.includes('/src/')) return rules.includes('package') || rules.includes(to);
  if (!to.startsWith('server/src/')) return rules.includes(to);
  if (partOf(to) === part) return true;
  const inner = to.slice('server/src/'.length);
  const isFeature = /^features\/[^/]+\/index\.ts$/.test(inner);
  return rules.some((rule) => partOf(to) === rule || inner === rule || (rule === 'features/*' && isFeature));
}

describe('imports', () => {
  test('point one way', () => {
    const wrong = server.flatMap(({ path, imports }) =>
      imports.filter((to) => !isAllowed(path, to)).map((to) => `${path} imports ${to}`),
    );
    expect(
      wrong,
      'These imports point the wrong way (ARCHITECTURE.md, "Rooms"; LAYERS in shape.test.ts). Move the shared thing down, import another feature by its index.ts, or hand the value in through ctx or app.ts.',
    ).toEqual([]);
  });

  test('have no cycles', () => {
    for (const sources of [server, simulator, packages, bench]) {
      expect(
        cycleIn(sources)?.join(' → '),
        'These files import each other in a circle. Move what both need into a file of its own.',
      ).toBeUndefined();
    }
  });

  test('keep simulator and server apart', () => {
    const mayStart = /^server\/src\/(startup\/simulator\.ts|cli\/|demo\/)/;
    const wrong = [...server, ...simulator].flatMap(({ path, imports }) =>
      imports
        .filter((to) =>
          path.startsWith('simulator/')
            ? to.startsWith('server/')
            : to.startsWith('simulator/') && !(mayStart.test(path) && to === 'simulator/src/index.ts'),
        )
        .map((to) => `${path} imports ${to}`),
    );
    expect(
      wrong,
      'The simulator shares no code with the server, or a mistake of one would be repeated by the other. Only startup/simulator.ts, the CLI and the demo may call its startSimulator.',
    ).toEqual([]);
  });
});

describe('places', () => {
  const folderOf = (path: string) => dirname(path);

  test('the root of server/src holds main.ts, operations.ts and the rooms of ARCHITECTURE.md', () => {
    const rooms = [...new Set(server.map(({ path }) => path.split('/')[2] as string))].sort();
    expect(
      rooms,
      'Put a new file into the room that it belongs to. A new room is listed here and in ARCHITECTURE.md.',
    ).toEqual(ROOMS);
  });

  test('SQL stands in *.repository.ts, in db/ or in engine/', () => {
    const wrong = server.filter(
      ({ path, text }) =>
        /\bsql(\.\w+)?(<[^`]*>)?`/.test(text) && !/\.repository\.ts$|^server\/src\/(db|engine)\//.test(path),
    );
    expect(
      wrong.map(({ path }) => path),
      'Move the statement into the repository beside it (*.repository.ts), as a function that takes the tenant first.',
    ).toEqual([]);
  });

  test('what leaves is queued, charged and refunded in features/outcomes/ only', () => {
    const door = /\bactions\.insert\(|\busage\.(take|giveBack)\(/;
    const wrong = server.filter(
      // Exports have a charge of their own and leave nowhere.
      ({ path, text }) => door.test(text) && !/^server\/src\/features\/(outcomes|exports)\//.test(path),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('items of people pass `leaveOutErased` before they are stored', () => {
    // Actions store what we have just sent ourselves.
    const stores = /\b(storeComments|storeMentions|storeReviews|storeMessages|insertComments)\(\n?\s*tx\b/;
    const wrong = server.filter(
      ({ path, text }) =>
        stores.test(text) && !/\.action\.ts$|\.repository\.ts$/.test(path) && !text.includes('leaveOutErased('),
    );
    expect(
      wrong.filter(({ text }) => !/export async function store/.test(text)).map(({ path }) => path),
      'What people wrote comes back after their erasure, unless `leaveOutErased` of features/inbox has left it out.',
    ).toEqual([]);
  });

  test('a folder holds at most 25 source files, a platform at most 29', () => {
    const counts = Map.groupBy([...server, ...packages, ...simulator], ({ path }) => folderOf(path));
    const crowded = [...counts]
      .map(([folder, files]) => ({ folder, files: files.length }))
      .filter(({ folder, files }) => files > (/\/(connectors|platforms)\/[a-z_]+$/.test(folder) ? 29 : 25));
    expect(crowded, 'Find the rooms in these folders: files that belong together get a folder of their own.').toEqual(
      [],
    );
  });

  test('platform names and error codes stand in connectors/ only', () => {
    const own = /^server\/src\/(connectors|sandbox|scenes|demo|generate)\/|\/core\/platforms\.ts$/;
    const name = new RegExp(`(['"\`])(?:${PLATFORMS.join('|')})\\1`);
    const code = /(['"`])\d{3,}(?:\/\d+)?\1|\b(?:platformCode|platform_code|subcode)\s*[=!]==?\s*['"`\d]/;
    const wrong = server.filter(({ path, text }) => {
      const inner = path.slice('server/src/'.length);
      if (own.test(path) || inner in MAY_NAME_PLATFORMS) return false;
      return code.test(text) || (name.test(text) && !text.includes('/v1/platforms/'));
    });
    expect(
      wrong.map(({ path }) => path),
      "Ask the connector (a group, a data field, reportedErrors), never the platform's name. A file with a route /v1/platforms/<name>/ may name it.",
    ).toEqual([]);
  });

  test('packages know nothing of us and have a README', () => {
    const wrong = packages.flatMap(({ path, imports }) =>
      imports.filter((to) => /^(server|simulator|bench)\/|^@hubbub\//.test(to)).map((to) => `${path} imports ${to}`),
    );
    expect(wrong, 'A library of packages/ takes what it needs as a parameter.').toEqual([]);
    const names = new Set(packages.map(({ path }) => path.split('/')[1] as string));
    const bare = [...names].filter((name) => !existsSync(join(ROOT, 'packages', name, 'README.md')));
    expect(bare, 'Each library says in its README.md what it is, what it promises and how it fails.').toEqual([]);
  });
});

test('the SDK imports nothing but its own files', () => {
  const wrong = sourcesIn('sdk/src')
    .filter(({ path }) => !isTestFile(path))
    .flatMap(({ path, imports }) =>
      imports.filter((to) => !to.startsWith('sdk/src/')).map((to) => `${path} imports ${to}`),
    );
  expect(wrong, 'The SDK is published alone and without dependencies, for runtimes that have no Node.').toEqual([]);
});

describe('files', () => {
  test('have kebab-case names', () => {
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|worker|repository|action|fake|fixture|vectors|wide))*\.(ts|mjs|sql)$/;
    const wrong = ['server', 'simulator', 'packages', 'bench', 'sdk']
      .flatMap(filesIn)
      .filter((path) => /\.(ts|tsx|js|mjs|cjs|sql)$/.test(path) && !name.test(basename(path)));
    expect(
      wrong,
      'Name these in kebab-case; only known suffixes (.test, .worker, .repository, .kind …) have a dot.',
    ).toEqual([]);
  });

  test('read the environment in config/env.ts only', () => {
    const wrong = [...server, ...simulator]
      .filter(
        ({ path, text }) =>
          /\bprocess\.env\b/.test(text) && path !== 'server/src/config/env.ts' && path !== 'simulator/src/main.ts',
      )
      .map(({ path }) => path);
    expect(wrong, 'Add the setting to SETTINGS in config/env.ts, shape it in config/config.ts and pass it on.').toEqual(
      [],
    );
  });
});

describe('operations', () => {
  const tests = sourcesIn('server/src/features').filter(({ path }) => path.endsWith('.test.ts'));
  const titles = tests.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:describe|test)[\w.]*\(\s*(['"`])(.*?)\1/g)].map((match) => match[2] ?? ''),
  );

  test('each have a test that names them', () => {
    const missing = operations.filter(({ name }) => !titles.some((title) => new RegExp(`\\b${name}\\b`).test(title)));
    expect(
      missing.map(({ name }) => name),
      "Write a test beside the operation (features/<noun>/*.test.ts) whose describe or test title holds the operation's name.",
    ).toEqual([]);
  });

  test('have names and routes of their own', () => {
    const names = operations.map(({ name }) => name);
    const routes = operations.map(({ http }) => `${http.method} ${http.path.replace(/\{\w+\}/g, '{}')}`);
    expect(names, 'Two operations share a name.').toEqual([...new Set(names)]);
    expect(routes, 'Two operations share a route.').toEqual([...new Set(routes)]);
    expect(
      names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name)),
      'Operation names are snake_case.',
    ).toEqual([]);
  });

  test('give openapi.json', () => {
    const path = join(ROOT, 'openapi.json');
    const written = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const now = writeDocument(toOpenApi(operations, VERSION));
    expect(written === now, 'openapi.json does not fit the operations any more. Run: npm run openapi').toBe(true);
    expect(now.length, 'Give large parts of outputs that repeat an `id`: they then stand once.').toBeLessThan(
      3000 * (operations.length + sessionCalls.length),
    );
  });
});

describe('connectors', () => {
  for (const platform of Object.keys(connectors)) {
    test(`${platform} has its simulated platform, the same files as its neighbours and a README`, () => {
      const own = `server/src/connectors/${platform}`;
      for (const file of ['index.ts', 'client.ts', 'wire.ts', 'map.ts', 'auth.ts', 'README.md']) {
        expect(existsSync(join(ROOT, own, file)), `${own}/${file} is missing; see the folders beside it.`).toBe(true);
      }
      const simulated = `simulator/src/platforms/${platform}`;
      for (const file of ['index.ts', 'coverage.ts', 'README.md']) {
        expect(
          existsSync(join(ROOT, simulated, file)),
          `${simulated}/${file} is missing: a connector without its simulated platform cannot be proven.`,
        ).toBe(true);
      }
    });
  }

  test('are all in the list', () => {
    const folders = filesIn('server/src/connectors').flatMap(
      (path) => /^server\/src\/connectors\/([^/]+)\/index\.ts$/.exec(path)?.[1] ?? [],
    );
    expect(folders.sort(), 'Add the connector to connectors/index.ts under its own name.').toEqual(
      Object.keys(connectors).sort(),
    );
  });
});

test('every worker has a name of its own and a file', () => {
  // Nothing is called while workers are made; they only keep what they are given.
  const parts = {
    db: { system: {} } as Database,
    connectors,
    actions: {},
    reading: {},
    deliveries: { db: { system: {} } },
    pollSeconds: undefined,
  };
  const names = allWorkers(parts as unknown as WorkerParts).map((worker) => worker.name);
  expect(names, 'Two workers share a name, so one would wake the other.').toEqual([...new Set(names)]);
  const files = server.filter(({ path }) => path.endsWith('.worker.ts')).map(({ path }) => path);
  expect(names.length, `Each *.worker.ts belongs into workers/index.ts: ${files.join(', ')}`).toBe(files.length);
});

test('.env.example lists every setting, each with a comment', () => {
  const path = join(ROOT, '.env.example');
  const blocks = (existsSync(path) ? readFileSync(path, 'utf8') : '')
    .split(/\n\s*\n/)
    .filter((block) => /^#?[A-Z0-9_]+=/m.test(block));
  const listed = blocks.flatMap((block) => [...block.matchAll(/^#?([A-Z0-9_]+)=/gm)].map((match) => match[1]));
  expect(listed, '.env.example must list the names of SETTINGS in config/env.ts, in their order.').toEqual([
    ...SETTINGS,
  ]);
  const bare = blocks.filter((block) => !/^# \w.*\n(#.*\n)*#?[A-Z0-9_]+=.*$/.test(block.trim()));
  expect(bare, 'Each setting in .env.example stands alone below a comment that says what it does.').toEqual([]);
});
