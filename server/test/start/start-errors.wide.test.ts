import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { SETTINGS, type SettingName } from '../../src/config/env.ts';
import { withDatabase } from '../global-setup.ts';
import {
  initialisedFolder,
  postgresOf,
  run,
  startService,
  temporaryFolder,
  useProcesses,
} from './processes.fixture.ts';

useProcesses();

/** Runs a start that must fail; returns its only line. */
async function rejection(settings: Record<string, string>): Promise<string> {
  const { ended, out, err } = run([], { PORT: '0', ...settings });
  expect(await ended).toBe(1);
  expect(out()).toBe('');
  expect(err()).toMatch(/^Hubbub cannot start: [^\n]+\n$/);
  return err().trim();
}

/** An invalid value of each setting, or null where any text is valid. */
const MALFORMED: Readonly<Record<SettingName, string | null>> = {
  HOST: 'a host',
  PORT: '80a',
  DATA_DIR: null,
  INTENT_JOURNAL: 'ftp://store/intents',
  DATABASE_URL: 'mysql://localhost/hubbub',
  DATABASE_POOLER_URL: 'http://pooler',
  DATABASE_PREPARED_STATEMENTS: 'maybe',
  REDIS_URL: 'redis://:pa/ss@host:6379',
  DEFAULT_PLAN: 'gold',
  SECRETS_KEY: 'secret',
  SIMULATOR: 'perhaps',
  SIMULATOR_URL: 'localhost:8090',
  OPERATOR_TOKEN: 'short',
  METRICS_TOKEN: null,
  ALLOW_PRIVATE_NETWORK: 'maybe',
  LOG_LEVEL: 'loud',
  LOG_FORMAT: 'xml',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  OTEL_SERVICE_NAME: null,
  ROLE: 'boss',
  CELL: 'EU 1',
  CELL_PEERS: 'eu2',
  LEASE_SECONDS: '0',
  LOOK_DELAY_FACTOR: '-1',
  POLL_SECONDS: 'often',
  PUBLIC_URL: 'hubbub.example.com',
  KEY_REQUESTS_PER_MINUTE: '-1',
  ADDRESS_REQUESTS_PER_MINUTE: '12k',
  REQUESTS_AT_ONCE: '1',
  STREAMS_PER_TENANT: '0',
  TURN_WAIT_SECONDS: '0',
  STATEMENT_SECONDS: '0',
  DRAIN_SECONDS: 'long',
  TRUSTED_PROXIES: '10.0.0.0/8,the-proxy',
  S3_ENDPOINT: 's3.example.com',
  S3_REGION: null,
  S3_BUCKET: 'a/b',
  S3_ACCESS_KEY_ID: null,
  S3_SECRET_ACCESS_KEY: null,
  S3_PATH_STYLE: 'maybe',
  BACKUP_S3_ENDPOINT: 's3.example.com',
  BACKUP_S3_REGION: null,
  BACKUP_S3_ACCESS_KEY_ID: null,
  BACKUP_S3_SECRET_ACCESS_KEY: null,
  BACKUP_PASSPHRASE: null,
  META_APP_ID: null,
  META_APP_SECRET: null,
  WHATSAPP_CONFIG_ID: null,
  WHATSAPP_SOLUTION_ID: null,
  INSTAGRAM_APP_ID: null,
  INSTAGRAM_APP_SECRET: null,
  THREADS_APP_ID: null,
  THREADS_APP_SECRET: null,
  GOOGLE_CLIENT_ID: null,
  GOOGLE_CLIENT_SECRET: null,
  TIKTOK_CLIENT_KEY: null,
  TIKTOK_CLIENT_SECRET: null,
  LINKEDIN_CLIENT_ID: null,
  LINKEDIN_CLIENT_SECRET: null,
  PINTEREST_APP_ID: null,
  PINTEREST_APP_SECRET: null,
  STRIPE_SECRET_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'secret',
  STRIPE_API_BASE: 'api.stripe.com',
  STRIPE_PRICE_STARTER_MONTHLY: null,
  STRIPE_PRICE_STARTER_ANNUAL: null,
  STRIPE_PRICE_PRO_MONTHLY: null,
  STRIPE_PRICE_PRO_ANNUAL: null,
  STRIPE_PRICE_BUSINESS_MONTHLY: null,
  STRIPE_PRICE_BUSINESS_ANNUAL: null,
  SMTP_URL: 'mail.example:25',
  SMTP_FROM: null,
  OIDC_ISSUER: 'login.example',
  OIDC_CLIENT_ID: null,
  OIDC_CLIENT_SECRET: null,
  OIDC_NAME: null,
  AI_BASE_URL: 'api.openai.com/v1',
  AI_API_KEY: null,
  AI_TRANSCRIBE_MODEL: null,
  AI_VISION_MODEL: null,
};

test('a malformed setting is named with its remedy, and no folder is made', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const names = SETTINGS.filter((name) => MALFORMED[name] !== null);
  const lines = await Promise.all(
    names.map((name) => rejection({ DATA_DIR: dataDir, [name]: MALFORMED[name] as string })),
  );
  for (const [index, name] of names.entries())
    expect(lines[index]).toMatch(new RegExp(`^Hubbub cannot start: ${name} must .{10,}`));
  expect(existsSync(dataDir)).toBe(false);
});

test('an app of a platform without its secret', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  expect(await rejection({ DATA_DIR: dataDir, THREADS_APP_ID: '1234' })).toContain(
    'THREADS_APP_SECRET is missing beside',
  );
});

test('a media store without its region', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  expect(await rejection({ DATA_DIR: dataDir, S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'media' })).toContain(
    'S3_REGION is missing beside S3_BUCKET.',
  );
});

test('a journal of intents in a bucket without the settings of its store', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  expect(await rejection({ DATA_DIR: dataDir, INTENT_JOURNAL: 's3://acme/intents' })).toContain(
    'INTENT_JOURNAL in a bucket needs BACKUP_S3_REGION',
  );
  expect(await rejection({ DATA_DIR: dataDir, INTENT_JOURNAL: 's3://acme/Intents' })).toContain(
    'INTENT_JOURNAL must be a folder or s3://bucket/prefix',
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('a busy port', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as AddressInfo;
  expect(await rejection({ DATA_DIR: dataDir, PORT: String(port) })).toContain(
    `PORT ${port} is in use on 127.0.0.1. Stop`,
  );
  expect(existsSync(dataDir)).toBe(false);
  holder.close();
});

test('a host that this machine does not have', async () => {
  expect(await rejection({ DATA_DIR: join(temporaryFolder(), 'data'), HOST: '192.0.2.1' })).toContain(
    'HOST 192.0.2.1 cannot be listened on',
  );
});

test('a data folder that cannot be written', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  for (const dataDir of [join(folder, 'file'), join(folder, 'file', 'data'), '/proc/hubbub', '/proc/hubbub/data']) {
    expect(await rejection({ DATA_DIR: dataDir })).toContain(
      `DATA_DIR is not a folder that can be written to: ${dataDir}`,
    );
  }
  expect(readdirSync(folder)).toEqual(['file']);
});

test('a database that cannot be used', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const wrong = [
    ['postgres://nobody:x@127.0.0.1:1/hubbub', /ECONNREFUSED.*Check host, user, password and database/],
    ['postgres://hubbub.invalid/hubbub', /(ENOTFOUND|EAI_AGAIN).*Check host, user, password and database/],
    [
      withDatabase(inject('templateUrl'), 'no_such_database'),
      /"no_such_database" does not exist\. Make it: npm run hubbub -- database prepare/,
    ],
  ] as const;
  for (const [url, reason] of wrong) {
    const line = await rejection({ DATA_DIR: dataDir, DATABASE_URL: url });
    expect(line).toMatch(/^Hubbub cannot start: DATABASE_URL cannot be used: /);
    expect(line).toMatch(reason);
  }
  expect(existsSync(dataDir)).toBe(false);
});

test('a secrets key that does not fit the database or is damaged', async () => {
  const dataDir = initialisedFolder();
  const { child, ended } = await startService({ DATA_DIR: dataDir });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await rejection({ DATA_DIR: dataDir, SECRETS_KEY: '0'.repeat(64) })).toContain(
    'SECRETS_KEY does not fit this database',
  );
  writeFileSync(join(dataDir, 'secrets.key'), 'half a ke');
  expect(await rejection({ DATA_DIR: dataDir })).toContain('does not hold a key of 64 hexadecimal digits');
  expect(postgresOf(dataDir)).toEqual([]);
});

test('a data folder that another service uses, with an embedded or an external database', async () => {
  const dataDir = initialisedFolder();
  const first = await startService({ DATA_DIR: dataDir });
  const port = new URL(first.url).port;
  expect(await rejection({ DATA_DIR: dataDir })).toMatch(
    /data folder .* is in use by a running service \(pid \d+\); stop it or set DATA_DIR/,
  );
  expect(await rejection({ DATA_DIR: dataDir, PORT: port })).toContain(
    `by the Hubbub that runs on this data folder (pid ${first.pid})`,
  );
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
  // Leaves the database to the first start and stumbles over the simulator's folder.
  expect(await rejection({ DATA_DIR: dataDir, DATABASE_URL: connectionUrl(dataDir) })).toContain(
    'is in use by another Hubbub',
  );
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
});

function connectionUrl(dataDir: string): string {
  return (JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8')) as { url: string }).url;
}
