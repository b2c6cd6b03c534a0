import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { withDatabase } from '../../test/global-setup.ts';
import { CONNECTION_LOST } from './database.ts';

// `flush.ts` extends the driver beyond its documented surface. These checks fail when an upgrade changes it.

const ADVICE =
  'The driver `pg` has changed something that server/src/db/flush.ts relies on. Compare lib/query.js, lib/client.js and ' +
  'lib/connection.js of the new version with the interfaces `Wire` and `Base` there, change flush.ts until ' +
  'flush.test.ts and this file pass, then pin the new version.';

/** The version that flush.ts was written for and read with. */
const VERSION = '8.23.1';

interface Internals {
  readonly connection: Record<string, unknown> & {
    stream: Record<string, unknown>;
    parsedStatements: unknown;
  };
}

let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({
    connectionString: withDatabase(inject('templateUrl'), 'postgres'),
    pipeline: true,
  } as pg.ClientConfig);
  await client.connect();
});
afterAll(() => client.end());

describe('the driver', () => {
  test('is pinned to the version that flush.ts was checked with', async () => {
    const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
    const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    expect({ installed: version, pinned: manifest.dependencies.pg }, ADVICE).toEqual({
      installed: VERSION,
      pinned: VERSION,
    });
  });

  test('offers every method of a connection that a flush calls', () => {
    const { connection } = client as unknown as Internals;
    const methods = ['parse', 'bind', 'describe', 'execute', 'close', 'sync'];
    expect(
      methods.filter((name) => typeof connection[name] !== 'function'),
      ADVICE,
    ).toEqual([]);
    const { stream } = connection;
    expect(
      ['cork', 'uncork'].filter((name) => typeof stream[name] !== 'function'),
      ADVICE,
    ).toEqual([]);
    expect(connection.parsedStatements, ADVICE).toBeTypeOf('object');
  });

  test('has a query class that can be extended, with the members that a flush overrides', () => {
    const query = new (pg.Query as unknown as new (text: string) => Record<string, unknown>)('');
    const handlers = [
      'submit',
      'handleRowDescription',
      'handleDataRow',
      'handleCommandComplete',
      'handleReadyForQuery',
      'handleError',
    ];
    expect(
      handlers.filter((name) => typeof query[name] !== 'function'),
      ADVICE,
    ).toEqual([]);
    expect('callback' in query, ADVICE).toBe(true);
  });

  test('has the messages by which a lost connection is known', async () => {
    const { resolve } = createRequire(import.meta.url);
    const sources = await Promise.all(['pg/lib/client.js', 'pg-pool'].map((name) => readFile(resolve(name), 'utf8')));
    const messages = [...sources.join('\n').matchAll(/new Error\('([^'$]+)'/g)].map(([, message]) => message);
    expect(CONNECTION_LOST.filter((message) => !messages.includes(message))).toEqual([]);
    const others = messages.filter((message = '') => /connect|timeout|closed/i.test(message));
    expect(others.filter((message = '') => !CONNECTION_LOST.includes(message))).toEqual([
      'Client has already been connected. You cannot reuse a client.',
      'Query read timeout',
    ]);
  });

  test('calls those members in the order of the protocol', async () => {
    const calls: string[] = [];
    const Base = pg.Query as unknown as new (text: string) => object;
    class Spy extends Base {
      callback: (error: Error | null) => void = () => {};
      submit(wire: { [method: string]: (...values: unknown[]) => void }): null {
        wire.parse?.({ name: 'contract', text: 'select $1::int as n' });
        wire.bind?.({ statement: 'contract', values: ['7'] });
        wire.describe?.({ type: 'P' });
        wire.execute?.();
        wire.close?.({ type: 'S', name: 'contract' });
        wire.sync?.();
        return null;
      }
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
        calls.push(`columns ${fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`)}`);
      }
      handleDataRow({ fields }: { fields: (string | null)[] }): void {
        calls.push(`row ${fields}`);
      }
      handleCommandComplete(): void {
        calls.push('complete');
      }
      handleReadyForQuery(): void {
        calls.push('ready');
        this.callback(null);
      }
    }
    const spy = new Spy('');
    const done = new Promise<void>((resolve, reject) => {
      spy.callback = (error) => (error === null ? resolve() : reject(error));
    });
    client.query(spy as unknown as pg.Submittable);
    await done;
    expect(calls, ADVICE).toEqual(['columns n 23', 'row 7', 'complete', 'ready']);
  });
});
