import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS_DIR } from '../../src/db/migrate.ts';
import { runsAlone, withoutComments } from '../../src/db/run-migration.ts';

/** The last file of the baseline. The rule holds from the next one on. */
const LAST_OF_BASELINE = '0008-analytics.sql';

/** Tables with few rows: an index on one is there at once. */
const SMALL = ['accounts', 'tenants', 'workspaces', 'brands', 'api_keys', 'webhook_endpoints'];

/** Statements that break the version before, or that make requests wait. */
const UNSAFE: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bdrop\s+table\b/, 'drop a table one release after the last code that uses it'],
  [/\bdrop\s+(column|view|type|domain|schema)\b/, 'drop it one release after the last code that uses it'],
  [/\balter\s+table\b[^;]*\bdrop\s+(?!constraint|not\s+null|default)/, 'drop it one release after the last use'],
  [/\brename\b/, 'add the new name beside the old one'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/, 'add a column of the new type'],
  [/\bset\s+not\s+null\b/, 'the version before writes null: fill the column first, forbid null a release later'],
  [
    /\badd\s+(column\s+)?(if\s+not\s+exists\s+)?(?!constraint)\w+\s+(?:(?!,|;|\bdefault\b)[\s\S])*\bnot\s+null(?!(?:(?!,|;)[\s\S])*\bdefault\b)(?![^,;]*\bgenerated\b)/,
    'a new column that forbids null needs a default: the version before does not fill it',
  ],
  [/\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)/, 'add it as `not valid`, and validate it in a later file'],
  [/\b(vacuum\s+full|cluster|lock\s+table)\b/, 'holds up every request for the table'],
  [/\bset\s+(local\s+|session\s+)?lock_timeout\b/, 'the runner sets it'],
  [/\bdrop\s+function\b/, 'functions are called by the version before: replace, and drop a release later'],
];

/** Lists the unsafe statements of a migration, with their safe alternatives. */
function faultsOf(sql: string): string[] {
  const text = withoutComments(sql).toLowerCase();
  const faults = UNSAFE.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`${found[0].replaceAll(/\s+/g, ' ').slice(0, 60)}: ${instead}`];
  });
  const free = new Set([
    ...SMALL,
    ...[...text.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/g)].map(([, name]) => name),
  ]);
  for (const [statement, concurrently, table = ''] of text.matchAll(
    /\bcreate\s+(?:unique\s+)?index\s+(concurrently\s+)?[\s\S]*?\bon\s+(?:only\s+)?(\w+)/g,
  ))
    if (concurrently === undefined && !free.has(table))
      faults.push(
        `${statement.replaceAll(/\s+/g, ' ')}: build an index on an existing table concurrently, in a file of its own`,
      );
  if (runsAlone(text))
    for (const statement of text
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean)) {
      const [, name] = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if)(\w+)/.exec(statement) ?? [];
      if (
        name !== undefined
          ? !new RegExp(`drop\\s+index\\s+concurrently\\s+if\\s+exists\\s+${name}\\s*;`).test(text)
          : !/^(drop\s+index\s+concurrently\s+if\s+exists\b|call\s|(re)?set\s+role\b)/.test(statement)
      )
        faults.push(
          `${statement.slice(0, 60)}: such a file has only \`drop index concurrently if exists x\` and then \`create index concurrently x\`, or calls of a procedure that commits its batches, so that it can run again`,
        );
    }
  return faults;
}

const files = readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql') && name > LAST_OF_BASELINE);

test('migrations let the version before work on, and hold no request up', () => {
  const faults = files.flatMap((name) =>
    faultsOf(readFileSync(join(MIGRATIONS_DIR, name), 'utf8')).map((fault) => `${name}: ${fault}`),
  );
  expect(faults, 'Expand now, contract a release later (docs/releasing.md).').toEqual([]);
});

describe('what is unsafe is found', () => {
  test.each([
    'drop table posts',
    'alter table posts drop column text',
    'alter table posts\n  drop text',
    'alter table posts rename text to body',
    'alter table posts alter column text type bytea',
    'alter table posts alter text set data type bytea',
    'alter table posts alter column text set not null',
    'alter table posts add column size integer not null',
    'alter table posts add size integer not null, add color text',
    'alter table posts add constraint fine check (true)',
    'create index posts_text on posts (text)',
    'create unique index\n posts_text on only posts (text)',
    'create index concurrently posts_text on posts (text)',
    'drop index concurrently if exists a; create index concurrently a on posts (text); update posts set text = 1',
    'lock table posts',
    'drop function write_post',
    "set local lock_timeout = '1 h'",
  ])('%s', (sql) => {
    expect(faultsOf(`${sql};`)).not.toEqual([]);
  });

  test.each([
    'create table pages (id text primary key, text text not null); create index pages_text on pages (text)',
    'create index accounts_size on accounts (size)',
    'alter table posts add column size integer',
    'alter table posts add column size integer not null default 0, add column color text',
    "alter table posts add column size text default 'x' not null",
    'alter table posts alter column text drop not null',
    'alter table posts drop constraint fine',
    'alter table posts add constraint fine check (true) not valid',
    'drop index concurrently if exists a;\ncreate index concurrently a on posts (text)',
    '-- drop table posts\nselect 1',
    'create or replace function f() returns text language sql as $$ select 1 $$',
  ])('and not: %s', (sql) => {
    expect(faultsOf(`${sql};`)).toEqual([]);
  });
});
