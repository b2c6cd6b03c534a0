import { resolve } from 'node:path';
import { PLAN_NAMES, type PlanName } from '../core/plans.ts';
import type { Env, SettingName } from './env.ts';
import { type PlatformApps, platformApps, type WindowSetups, windowSetups } from './platform-apps.ts';
import { type S3Settings, s3Settings } from './s3.ts';
import { SettingError } from './setting-error.ts';

export { SettingError };

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly defaultPlan: PlanName;
  readonly secretsKey: Buffer | undefined;
  /** Keys that only open what they sealed, until a rotation has ended. */
  readonly oldSecretsKeys: readonly Buffer[];
  readonly isSimulatorOpen: boolean;
  /** undefined: in this process. */
  readonly simulatorUrl: string | undefined;
  readonly metricsToken: string | undefined;
  readonly isMetricsOpen: boolean;
  readonly allowPrivateNetwork: boolean;
  readonly logLevel: string;
  readonly role: 'all' | 'api' | 'worker';
  readonly leaseSeconds: number;
  /** Scales the delays after which a connector looks whether a lost call had its effect. */
  readonly lookDelayFactor: number;
  /** Overrides each connector's own interval of polling, in seconds. */
  readonly pollSeconds: number | undefined;
  /** Where everybody reaches the service; undefined: where it listens. */
  readonly publicUrl: string | undefined;
  /** Where media files lie; undefined: in the data folder. */
  readonly s3: S3Settings | undefined;
  /** The apps that accounts are connected with, by platform. */
  readonly platformApps: PlatformApps;
  readonly windowSetups: WindowSetups;
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Shapes the settings; throws SettingError for the first one that is malformed. */
export function toConfig(env: Env): Config {
  const host = env.HOST ?? '127.0.0.1';
  const isLoopback = LOOPBACK.includes(host);
  if (env.HOST !== undefined && !/^[\w.:-]+$/.test(env.HOST))
    throw new SettingError(
      'HOST',
      `must be an address to listen on, such as 127.0.0.1 or 0.0.0.0; it is ${JSON.stringify(env.HOST)}.`,
    );
  return {
    host,
    port: integer(env, 'PORT', 8080, 0, 65_535),
    dataDir: resolve(env.DATA_DIR ?? './data'),
    databaseUrl: databaseUrl(env),
    defaultPlan: oneOf(env, 'DEFAULT_PLAN', PLAN_NAMES, 'free'),
    secretsKey: secretsKeys(env)[0],
    oldSecretsKeys: secretsKeys(env).slice(1),
    isSimulatorOpen:
      oneOf(env, 'SIMULATOR', ['auto', 'on', 'off'], 'auto') === 'auto' ? isLoopback : env.SIMULATOR === 'on',
    simulatorUrl: httpUrl(env, 'SIMULATOR_URL'),
    metricsToken: env.METRICS_TOKEN,
    isMetricsOpen: isLoopback,
    allowPrivateNetwork: oneOf(env, 'ALLOW_PRIVATE_NETWORK', ['true', 'false'], 'false') === 'true',
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
    role: oneOf(env, 'ROLE', ['all', 'api', 'worker'], 'all'),
    leaseSeconds: integer(env, 'LEASE_SECONDS', 30, 1, 600),
    lookDelayFactor: decimal(env, 'LOOK_DELAY_FACTOR', 1),
    pollSeconds: env.POLL_SECONDS === undefined ? undefined : decimal(env, 'POLL_SECONDS', 30),
    publicUrl: httpUrl(env, 'PUBLIC_URL'),
    s3: s3Settings(env, httpUrl(env, 'S3_ENDPOINT'), isPathStyle(env)),
    platformApps: platformApps(env),
    windowSetups: windowSetups(env),
  };
}

/** Only Amazon gives each bucket a host of its own without further ado. */
function isPathStyle(env: Env): boolean {
  const fallback = env.S3_ENDPOINT === undefined ? 'false' : 'true';
  return oneOf(env, 'S3_PATH_STYLE', ['true', 'false'], fallback) === 'true';
}

function integer(env: Env, name: SettingName, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new SettingError(name, `must be a whole number from ${min} to ${max}; it is ${JSON.stringify(text)}.`);
  return value;
}

function decimal(env: Env, name: SettingName, fallback: number): number {
  const text = env[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || !(value > 0) || value > 86_400)
    throw new SettingError(name, `must be a number above 0; it is ${JSON.stringify(text)}.`);
  return value;
}

function oneOf<T extends string>(env: Env, name: SettingName, values: readonly T[], fallback: T): T {
  const text = env[name]?.toLowerCase();
  if (text === undefined) return fallback;
  if (!(values as readonly string[]).includes(text))
    throw new SettingError(name, `must be one of ${values.join(', ')}; it is ${JSON.stringify(env[name])}.`);
  return text as T;
}

function httpUrl(env: Env, name: SettingName): string | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new SettingError(name, `must be an http(s) address; it is ${JSON.stringify(text)}.`);
  return text.replace(/\/+$/, '');
}

function databaseUrl(env: Env): string | undefined {
  const text = env.DATABASE_URL;
  if (text === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new SettingError(
      'DATABASE_URL',
      'must look like postgres://user:password@host:5432/database; leave it empty for the embedded database.',
    );
  return text;
}

/** The current key, then older ones that are still needed to open what they sealed. */
function secretsKeys(env: Env): readonly Buffer[] {
  const keys = (env.SECRETS_KEY?.split(',') ?? []).map((part) => {
    const text = part.trim();
    return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  });
  if (keys.some((bytes) => bytes.length !== 32))
    throw new SettingError(
      'SECRETS_KEY',
      'must be 32 bytes as 64 hexadecimal digits or base64; make one with: openssl rand -hex 32',
    );
  return keys;
}
