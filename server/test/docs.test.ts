import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../src/cli/commands/index.ts';
import { readEnv } from '../src/config/env.ts';
import { connectors } from '../src/connectors/index.ts';
import { SCOPE_CATALOGUE } from '../src/core/actor.ts';
import { CUSTOM_PRICE, PLANS, type Plan, UNLIMITED } from '../src/core/billing/plans.ts';
import { ERROR_STATUS } from '../src/core/errors.ts';
import { PLATFORMS } from '../src/core/platforms.ts';
import { FAILURE_CODES } from '../src/engine/action.ts';
import { withCapabilities } from '../src/generate/capability-tables.ts';
import { cliPage } from '../src/generate/cli-page.ts';
import { limitTables } from '../src/generate/limits-table.ts';
import { metricsTable } from '../src/generate/metrics-table.ts';
import { operations } from '../src/operations.ts';
import { filesIn } from './sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('the tables of docs/platforms fit the connectors', () => {
  const page = read('docs/platforms/README.md');
  const isFresh = withCapabilities(page) === page;
  expect(isFresh, 'docs/platforms/README.md does not fit the connectors any more. Run: npm run capabilities').toBe(
    true,
  );
});

test('docs/cli.md fits the commands', () => {
  const isFresh = read('docs/cli.md') === cliPage(commands);
  expect(isFresh, 'docs/cli.md does not fit the commands any more. Run: npm run capabilities').toBe(true);
});

test('docs/metrics.md tells every family of /metrics and every alert', () => {
  const page = read('docs/metrics.md');
  expect(page, `docs/metrics.md does not hold this table:\n${metricsTable()}`).toContain(metricsTable());
  const alerts = read('deploy/prometheus/alerts.yaml');
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect([...page.matchAll(/^### (Hubbub\w+)$/gm)].map(([, name]) => name)).toEqual(names);
  for (const name of names) expect(alerts).toContain(`runbook: docs/metrics.md#${name.toLowerCase()}\n`);
});

test('docs/access.md tells every scope', () => {
  const rows = SCOPE_CATALOGUE.map(({ name, description }) => `| \`${name}\` | ${description} |`);
  expect(read('docs/access.md')).toContain(rows.join('\n'));
});

test('docs/plans.md tells the limits and prices of every plan', () => {
  const text = read('docs/plans.md');
  const shown = (value: number) => (value === UNLIMITED ? 'unlimited' : String(value));
  const priced = (value: number) => (value === CUSTOM_PRICE ? 'by agreement' : String(value));
  const rows: Readonly<Record<string, (plan: Plan) => string>> = {
    name: ({ displayName }) => displayName,
    brands: ({ brandsMax }) => shown(brandsMax),
    'posts a period': ({ postsPerPeriodMax }) => shown(postsPerPeriodMax),
    'interactions a period': ({ interactionsPerPeriodMax }) => shown(interactionsPerPeriodMax),
    'exports a period': ({ exportsPerPeriodMax }) => shown(exportsPerPeriodMax),
    'videos of an export': ({ videosPerExportMax }) => shown(videosPerExportMax),
    'transcripts of an export': ({ transcriptsPerExportMax }) => shown(transcriptsPerExportMax),
    'exports look at pictures': ({ hasVision }) => (hasVision ? 'yes' : 'no'),
    'days of the event log': ({ eventRetentionDays }) => String(eventRetentionDays),
    'days of a report': ({ reportExpiryDays }) => String(reportExpiryDays),
    'US dollars a month': ({ monthlyPriceUsd }) => priced(monthlyPriceUsd),
    'US dollars a year': ({ annualPriceUsd }) => priced(annualPriceUsd),
  };
  for (const [name, cell] of Object.entries(rows))
    expect(text).toContain(`| ${[name, ...Object.values(PLANS).map(cell)].join(' | ')} |`);
});

test('docs/limits.md tells the limits that the code has', () => {
  const page = read('docs/limits.md');
  for (const [heading, table] of Object.entries(limitTables(operations)))
    expect(page, `The table below this heading of docs/limits.md is:\n${table}\n`).toContain(`${heading}\n\n${table}`);
  for (const name of [
    'KEY_REQUESTS_PER_MINUTE',
    'ADDRESS_REQUESTS_PER_MINUTE',
    'STREAMS_PER_TENANT',
    'REQUESTS_AT_ONCE',
    'TURN_WAIT_SECONDS',
    'STATEMENT_SECONDS',
  ] as const)
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` .* \\| ${readEnv({})[name]} \\|$`, 'm'));
});

test('docs/errors.md has a row for each code: status, cause and remedy', () => {
  const [, requests = '', targets = ''] = read('docs/errors.md').split(/^## .*$/m);
  const rows = [...requests.matchAll(/^\| (\d+) \| `(\w+)` \| \S.+ \| \S.+ \|$/gm)];
  expect(Object.fromEntries(rows.map(([, status, code]) => [code, Number(status)]))).toEqual(ERROR_STATUS);
  expect([...targets.matchAll(/^\| `(\w+)` \| \S.+ \| \S.+ \|$/gm)].map(([, code]) => code).sort()).toEqual(
    [...FAILURE_CODES].sort(),
  );
});

test('the pages name operations that exist', () => {
  const nameOf = (method: string, path: string) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;
  const known = operations.map(({ http }) => nameOf(http.method.toUpperCase(), http.path));
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const named = pages.flatMap((page) => {
    const text = read(`docs/${page}`);
    // The first column of these tables has the calls of another service.
    const ours = page === 'coming-from.md' ? text.replace(/^\| [^|]+ \|/gm, '|') : text;
    const found = ours.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/(?:v1|exports)[\w/{}.-]*[\w}])/g);
    return [...found].map(([, method = '', path = '']) => `${page}: ${nameOf(method, path)}`);
  });
  expect(named).toContain('coming-from.md: GET /v1/analytics/best-times');
  expect(named.filter((one) => !known.includes(one.slice(one.indexOf(' ') + 1)))).toEqual([]);
});

test('the README is short', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(150);
});

test('docs/dependencies.md has a reason for each package', () => {
  const page = read('docs/dependencies.md');
  const named = new Set([...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(/, | \(/)));
  for (const path of globSync('{package.json,{server,simulator,bench,sdk,packages/*}/package.json}', { cwd: ROOT })) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path));
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      if (!/^@(types|hubbub)\//.test(name)) expect(named, `${name} of ${path}`).toContain(name);
  }
});

describe('pages for who works on the code', () => {
  const files = ['server', 'simulator', 'packages', 'bench'].flatMap(filesIn);
  const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/dependencies.md'];
  const rooms = files.filter((path) => path.endsWith('README.md'));

  test('ARCHITECTURE.md has at most 25 KB and leads to the README of every room', () => {
    const text = read('ARCHITECTURE.md');
    expect(Buffer.byteLength(text), 'Tell it in the README of the room or in docs/').toBeLessThan(25 * 1024);
    const ofRooms = rooms.filter((path) => /^(server|bench)\//.test(path) && !path.includes('/connectors/'));
    expect(ofRooms.length).toBeGreaterThan(15);
    for (const path of ofRooms) expect(text, `ARCHITECTURE.md does not lead to ${path}`).toContain(`](${path})`);
  });

  test.each([...pages, ...rooms])('%s leads to files and names files that exist', (page) => {
    const text = read(page);
    for (const [, target = ''] of text.matchAll(/\]\((?![a-z]+:)([^)#]+)/g))
      expect(existsSync(join(ROOT, dirname(page), target)), `${page} leads to ${target}`).toBe(true);
    for (const [, name = ''] of text.matchAll(/`([a-z][\w./-]*\.(?:ts|mjs))`/g))
      expect(
        files.some((path) => path.endsWith(`/${name}`)) || existsSync(join(ROOT, name)),
        `${page} names ${name}`,
      ).toBe(true);
  });
});

test('docs/README.md leads to every page', () => {
  const index = read('docs/README.md');
  for (const page of readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md'))
    expect(index, `docs/README.md does not lead to ${page}`).toContain(`](${page})`);
});

test('docs/operating.md names files that exist', () => {
  const named = read('docs/operating.md').match(/\bdeploy\/[\w./@-]*\w/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  for (const path of named.filter((one) => !one.endsWith('.env')))
    expect(existsSync(join(ROOT, path)), path).toBe(true);
});

describe('docs/platforms', () => {
  const pages = readdirSync(join(ROOT, 'docs/platforms')).filter((name) => name !== 'README.md');

  test('has a page for every platform, and the index leads to each', () => {
    expect(pages.sort()).toEqual(PLATFORMS.map((platform) => `${platform}.md`).sort());
    const index = read('docs/platforms/README.md');
    for (const page of pages)
      expect(index, `docs/platforms/README.md does not lead to ${page}`).toContain(`](${page})`);
  });

  test.each(pages)('%s names no existing connector as missing, and its links are valid', (page) => {
    const text = read(`docs/platforms/${page}`);
    const isCalledMissing = page.replace('.md', '') in connectors && text.includes('Not built yet');
    expect(isCalledMissing, `The connector of ${page} is there now: say how it is set up`).toBe(false);
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect(existsSync(join(ROOT, 'docs/platforms', target)), `${page} leads to ${target}`).toBe(true);
  });

  test('every connector has its simulated platform in the list', () => {
    const listed = read('simulator/src/platforms/index.ts');
    for (const platform of Object.keys(connectors)) expect(listed).toContain(`./${platform}/index.ts`);
  });
});
