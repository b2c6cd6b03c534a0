import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { request } from 'undici';
import { inject } from 'vitest';
import { startSimulator } from '../../simulator/src/index.ts';
import { toConfig } from '../src/config/config.ts';
import { type EnvSource, readEnv } from '../src/config/env.ts';
import type { PlanName } from '../src/core/billing/plans.ts';
import type { Connectors } from '../src/core/context.ts';
import type { Platform } from '../src/core/platforms.ts';
import { keys } from '../src/features/keys/index.ts';
import { workspaces } from '../src/features/workspaces/index.ts';
import { createLog } from '../src/observability/logger.ts';
import { secretsKeyOf } from '../src/secrets/secrets-file.ts';
import { type App, startApp } from '../src/startup/app.ts';
import { classDConnector } from './connectors/class-d-connector.ts';
import { classDPlatform } from './connectors/class-d-platform.ts';
import { assertEventConforms } from './event-contract.ts';
import { borrow, type KeptService } from './kept-service.ts';
import { createDatabase, dropDatabaseAt } from './own-database.ts';
import { assertConforms } from './response-contract.ts';
import { createWorld, type TestWorld } from './world.ts';

export type { TestWorld };

// biome-ignore lint/suspicious/noExplicitAny: tests read responses field by field.
export type Body = any;

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is instead of JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

/** Calls of the API with one key. */
export interface Client {
  readonly key: string;
  get(path: string, options?: CallOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  delete(path: string, options?: CallOptions): Promise<ApiResponse>;
}

/** A customer in a test, with the simulated world that it lives in. */
export interface TestWorkspace extends TestWorld {
  /** The id of its world. */
  readonly world: string;
  /** The address of its world through the service. */
  readonly pages: string;
  readonly id: string;
  readonly tenantId: string;
  readonly api: Client;
  readonly liveApi: Client;
  /** Connected simulated accounts by platform. */
  readonly accounts: Readonly<Record<string, TestAccount>>;
}

export interface TestService {
  readonly app: App;
  readonly url: string;
  /** Where the simulator answers; its worlds are below. */
  readonly simulatorRoot: string;
  /** The simulated world of what belongs to no workspace: payments, pages of the simulator itself. */
  readonly installation: TestWorld;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** `server`: the simulated server that the accounts live on. */
  workspace(options?: {
    plan?: PlanName;
    platforms?: readonly Platform[];
    server?: string;
    /** Its keys may approve. */
    approves?: boolean;
  }): Promise<TestWorkspace>;
  /** Runs SQL as the owner, around both walls. */
  sql(text: string, values?: unknown[]): Promise<Body[]>;
  /** Stops the service, lets something happen meanwhile, and starts it again at the same address. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** No other file gets this service: its metrics, its statistics or what it has in memory are the subject. */
  readonly isOwn?: true;
  /** Takes the lines of the log; default: standard error. */
  readonly log?: Logger;
  /** In place of the product's own: `{ ...connectors, whatsapp: classDConnector }` adds the class D platform. */
  readonly connectors?: Connectors;
  /** Puts something between the service and its database; gives the address that the service uses. */
  readonly throughDatabase?: (url: string) => Promise<string>;
  /** Puts something between the service and the simulator; gives the address that the service uses. */
  readonly throughSimulator?: (url: string) => Promise<string>;
}

export interface TestAccount {
  readonly id: string;
  readonly platformId: string;
  /** Present on platforms whose posts must name a board. */
  readonly boardId?: string;
}

/** The account as a target of a post. */
export function targetOf(account: TestAccount | undefined): { account_id: string | undefined; board_id?: string } {
  const { id, boardId } = account ?? {};
  return { account_id: id, ...(boardId === undefined ? {} : { board_id: boardId }) };
}

/**
 * A service for a test file alone: an empty database, a simulator, all workers, on a free port. Files after it get the
 * same one, emptied, unless `env` or `options` ask for a special one.
 */
export async function startTestService(env: EnvSource = {}, options: TestServiceOptions = {}): Promise<TestService> {
  const isUsual =
    inject('keepsServices') &&
    Object.keys(env).every((name) => name === 'POLL_SECONDS') &&
    Object.keys(options).length === 0;
  if (isUsual) return borrow(JSON.stringify(env), () => openService(env, options));
  return (await openService(env, options)).service;
}

async function openService(env: EnvSource, options: TestServiceOptions): Promise<KeptService> {
  const folder = await mkdtemp(join(inject('runFolder'), 'service-'));
  const templateUrl = inject('templateUrl');
  const databaseUrl = await createDatabase(templateUrl);
  // The platform without a way back stands in for one of the product's.
  const morePlatforms = options.connectors?.whatsapp === classDConnector ? [classDPlatform] : [];
  const simulator = await startSimulator({
    dataDir: join(folder, 'simulator'),
    morePlatforms,
  });
  const config = toConfig(
    readEnv({
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      POLL_SECONDS: '0.3',
      LOOK_DELAY_FACTOR: '0.02',
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      // One test may send what customers send in an hour.
      KEY_REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '0',
      // Several requests of one tenant wait in the database for the same row.
      REQUESTS_AT_ONCE: '8',
      // A slow machine rejects nothing for its slowness.
      TURN_WAIT_SECONDS: '600',
      ...env,
    }),
  );
  const appOptions = {
    config,
    databaseUrl: (await options.throughDatabase?.(databaseUrl)) ?? databaseUrl,
    secretsKey: secretsKeyOf(folder),
    simulatorUrl: (await options.throughSimulator?.(simulator.url)) ?? simulator.url,
    log: options.log ?? createLog({ level: config.logLevel, format: 'json' }),
    ...(options.connectors === undefined ? {} : { connectors: options.connectors }),
  };
  let app = await startApp(appOptions);
  const url = app.url();
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  owner.on('error', () => {});

  const installation = createWorld(`${simulator.url}/installation`);

  const end = async () => {
    await app.close(5000);
    await simulator.close();
    const { rows: events } = await owner.query(EVENTS);
    await owner.end();
    await dropDatabaseAt(templateUrl, databaseUrl);
    await rm(folder, { recursive: true, force: true });
    checkEvents(events);
  };
  const service: TestService = {
    get app() {
      return app;
    },
    url,
    simulatorRoot: simulator.url,
    installation,
    databaseUrl,
    dataDir: folder,
    async workspace({ plan = 'pro', platforms = [], server, approves = false } = {}) {
      const { system } = app.db;
      const { id } = await workspaces.create(system, `test ${randomBytes(4).toString('hex')}`, plan);
      const tenantId = await workspaces.tenantOf(system, id, 'test');
      const liveId = await workspaces.tenantOf(system, id, 'live');
      const rights = { cell: config.cell, trust: { ...keys.TRUSTED, canApprove: approves } };
      const test = await keys.create(system, tenantId, 'test', 'test', rights);
      const live = await keys.create(system, liveId, 'live', 'live', rights);
      const connected = await app.connectSimulated(tenantId, platforms, server);
      const accounts: Record<string, TestAccount> = {};
      const api = createClient(url, test.rawKey);
      const world = (await owner.query('select world from tenants where tenant_id = $1', [tenantId])).rows[0].world;
      const there = createWorld(`${simulator.url}/${world}`);
      const { accounts: held } = await there.control('GET', 'accounts');
      for (const account of connected) {
        const [row] = (await owner.query('select platform_id from accounts where id = $1', [account.id])).rows;
        const platformId: string = row.platform_id;
        const made = held.find((one: Body) => one.platform === account.platform && one.platform_id === platformId);
        const [board] = made?.boards ?? [];
        accounts[account.platform] = { id: account.id, platformId, ...(board && { boardId: board.id }) };
      }
      return {
        id,
        tenantId,
        api,
        liveApi: createClient(url, live.rawKey),
        accounts,
        world,
        pages: `${url}/simulator/${world}`,
        ...there,
      };
    },
    sql: async (text, values) => (await owner.query(text, values)).rows,
    async restart(meanwhile) {
      await app.close(5000);
      await meanwhile();
      app = await startApp({ ...appOptions, config: { ...config, port: Number(new URL(url).port) } });
    },
    close: end,
  };
  const checked = async () => checkEvents((await owner.query(EVENTS)).rows);
  return { service, owner, running: () => app.running(), checkEvents: checked, end };
}

const EVENTS = 'select type, data from events';

/** Whatever a test has caused, its events are what the catalogue says. */
function checkEvents(events: Body[]): void {
  for (const event of events) assertEventConforms(event);
}

export function createClient(url: string, key: string): Client {
  const call = async (method: string, path: string, body: unknown, options: CallOptions = {}): Promise<ApiResponse> => {
    const isForm = body instanceof FormData;
    const content = options.raw ?? (body === undefined || isForm ? body : JSON.stringify(body));
    const headers = {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(content === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const response =
      content instanceof FormData
        ? await fetch(`${url}${path}`, { method, headers, body: content }).then(read)
        : await exchange(`${url}${path}`, { method, headers, body: content ?? null });
    assertConforms(method, path, response);
    const { text } = response;
    return { ...response, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
  return {
    key,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  };
}

type Exchanged = Omit<ApiResponse, 'body'>;

async function read(response: Response): Promise<Exchanged> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Costs a third of `fetch`, whose streams take as much time as the service. A stream of events has no end, and no text. */
async function exchange(url: string, sent: Parameters<typeof request>[1]): Promise<Exchanged> {
  const { statusCode: status, headers: fields, body } = await request(url, sent);
  const pairs = Object.entries(fields).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const headers = new Headers(pairs);
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) body.on('error', () => {}).destroy();
  return { status, headers, text: isStream ? '' : await body.text() };
}

/** Repeats the check until it gives a value; the time limit only bounds a failure. */
export async function until<T>(
  check: () => Promise<T | undefined | false>,
  what: string,
  timeoutMs = 30_000,
): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > timeoutMs) throw new Error(`timed out waiting until ${what}`);
    // Checks cost what the awaited work needs, so a long wait has fewer of them.
    const pauseMs = Math.min(100, Math.max(10, waitedMs / 8));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
