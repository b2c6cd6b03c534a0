import { join, resolve } from 'node:path';
import { PAID_INTERVALS, type PlanPrice, SOLD_PLANS } from '../core/billing/payments.ts';
import { isLoopbackName } from '../lib/loopback.ts';
import { type Env, SettingError, type SettingName } from './env.ts';
import { APP_SETTINGS, type PlatformSettings, type TextSetting, WINDOW_SETTINGS } from './platform-apps.ts';
import { VERSION } from './version.ts';

function isLoopbackUrl(url: string): boolean {
  return isLoopbackName(new URL(url).hostname);
}

export type Config = Readonly<ReturnType<typeof toConfig>>;

/** Shapes the settings; throws SettingError when a group of settings is incomplete. */
export function toConfig(env: Env) {
  const isPrivate = isLoopbackName(env.HOST) && (env.PUBLIC_URL === undefined || isLoopbackUrl(env.PUBLIC_URL));
  const [secretsKey, ...oldSecretsKeys] = env.SECRETS_KEY ?? [];
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    /** The location of the journal of what is sent to platforms: a folder, or `s3://bucket/prefix` in the store of backups. */
    intentJournal: intentJournal(env),
    /** undefined: the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL,
    /** Where requests and workers log in instead; undefined: at the database itself. */
    databasePoolerUrl: databasePoolerUrl(env),
    /** Off for a pooler that hands connections on after each transaction and knows no prepared statements. */
    preparesStatements: env.DATABASE_PREPARED_STATEMENTS === 'on',
    /** undefined: the database alone decides on quotas. */
    redisUrl: env.REDIS_URL,
    defaultPlan: env.DEFAULT_PLAN,
    /** undefined: the key file of the data folder. */
    secretsKey,
    /** Keys that only decrypt, until a rotation has ended. */
    oldSecretsKeys,
    /** Only this machine is meant to reach the service: a loopback address, and no public one in front of it. */
    isPrivate,
    /** `local`: open to this machine, and to the operator's token from elsewhere. */
    simulator: env.SIMULATOR === 'auto' ? ('local' as const) : env.SIMULATOR,
    /** Whether browsers of this installation's users reach /simulator. */
    isSimulatorOpen: env.SIMULATOR === 'auto' ? isPrivate : env.SIMULATOR === 'on',
    /** undefined: the token file of the data folder. */
    operatorToken: env.OPERATOR_TOKEN,
    /** undefined: in this process. */
    simulatorUrl: env.SIMULATOR_URL,
    metricsToken: env.METRICS_TOKEN,
    allowPrivateNetwork: env.ALLOW_PRIVATE_NETWORK,
    logLevel: env.LOG_LEVEL,
    /** `auto`: readable on a terminal, JSON elsewhere. */
    logFormat: env.LOG_FORMAT,
    /** The receiver of traces; undefined: none are made. */
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: env.OTEL_SERVICE_NAME ?? 'hubbub' },
    role: role(env),
    /** The name of this installation among several behind one proxy; empty: it is alone. */
    cell: env.CELL ?? '',
    /** The addresses of the other cells, which get the callbacks of platforms too. */
    cellPeers: env.CELL_PEERS ?? [],
    leaseSeconds: env.LEASE_SECONDS,
    /** Scales the delays after which a connector looks up whether a call with a lost response took effect. */
    lookupDelayFactor: env.LOOK_DELAY_FACTOR,
    /** Overrides each connector's own interval of polling, in seconds. */
    pollSeconds: env.POLL_SECONDS,
    /** The address under which everybody reaches the service; undefined: the one it listens on. */
    publicUrl: env.PUBLIC_URL,
    /** Requests a minute; 0: any number. */
    requestLimits: { perKeyMax: env.KEY_REQUESTS_PER_MINUTE, perAddressMax: env.ADDRESS_REQUESTS_PER_MINUTE },
    /** Streams of events of one tenant that are open at once. */
    streamsPerTenant: env.STREAMS_PER_TENANT,
    /** Requests that work in the database at once. */
    requestsAtOnce: env.REQUESTS_AT_ONCE,
    /** Longer, no request may have to wait for its turn. */
    turnWaitSeconds: env.TURN_WAIT_SECONDS,
    /** The longest time of a request's statement, in seconds. */
    statementSeconds: env.STATEMENT_SECONDS,
    /** A stopping process still answers requests for so long, so that a balancer notices first. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Addresses and CIDR blocks of proxies that tell the address of the client. */
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    /** On every request to platforms and to addresses of customers. */
    userAgent: userAgent(env.PUBLIC_URL),
    /** The store of media files; undefined: the data folder. */
    s3: s3Settings(env),
    /** The store of backups, without a bucket; undefined: none is set. */
    backupS3: backupS3Settings(env),
    /** Encrypts the copy of the secrets key in a backup; undefined: asked on the terminal. */
    backupPassphrase: env.BACKUP_PASSPHRASE,
    /** The apps that accounts are connected with. Platforms without one are absent. */
    platformApps: platformApps(env),
    /** The account at Stripe that customers pay to; undefined: none. */
    stripe: stripeSettings(env),
    /** The server that sends mail to people; undefined: none. */
    smtp:
      env.SMTP_URL === undefined ? undefined : { url: env.SMTP_URL, from: env.SMTP_FROM ?? senderOf(env.PUBLIC_URL) },
    /** The OIDC provider that people sign in with; undefined: none. */
    oidc: oidcSettings(env),
    /** The service that understands speech and pictures of live tenants; undefined: none. */
    ai: aiSettings(env),
    /** The settings of each platform's signup window, without those that are not set. */
    windowSetups: windowSetups(env),
  };
}

function databasePoolerUrl({ DATABASE_POOLER_URL, DATABASE_URL }: Env): string | undefined {
  if (DATABASE_POOLER_URL !== undefined && DATABASE_URL === undefined)
    throw new SettingError('DATABASE_POOLER_URL', 'needs DATABASE_URL, the address of the database behind the pooler.');
  return DATABASE_POOLER_URL;
}

/** Platforms load files and send callbacks at addresses of ours, and a worker answers at none. */
function role({ ROLE, PUBLIC_URL }: Env): Env['ROLE'] {
  if (ROLE === 'worker' && PUBLIC_URL === undefined)
    throw new SettingError('ROLE', 'worker needs PUBLIC_URL, the address at which other processes answer requests.');
  return ROLE;
}

/** Names the service and, when it has a public address, the location where its operator can be found. */
function userAgent(publicUrl: string | undefined): string {
  if (publicUrl === undefined) return `Hubbub/${VERSION}`;
  const { origin, pathname } = new URL(publicUrl);
  return `Hubbub/${VERSION} (+${origin}${pathname.replace(/\/$/, '')})`;
}

function senderOf(publicUrl: string | undefined): string {
  return `Hubbub <hubbub@${publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname}>`;
}

function oidcSettings(env: Env) {
  const settings = allOrNone(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], ['OIDC_NAME']);
  return (
    settings && {
      issuer: settings.OIDC_ISSUER,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
      /** As the button says it. */
      name: env.OIDC_NAME ?? new URL(settings.OIDC_ISSUER).hostname,
    }
  );
}

function s3Settings(env: Env) {
  const needed = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const settings = allOrNone(env, needed, ['S3_ENDPOINT', 'S3_PATH_STYLE']);
  return (
    settings && {
      /** undefined: Amazon's own for the region. */
      endpoint: env.S3_ENDPOINT,
      // Only Amazon gives every bucket a host of its own.
      pathStyle: env.S3_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
      bucket: settings.S3_BUCKET,
      region: settings.S3_REGION,
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    }
  );
}

/** Settings of its own, else those of the media. */
function backupS3Settings(env: Env) {
  const needed = ['BACKUP_S3_REGION', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const;
  const settings = allOrNone(env, needed, ['BACKUP_S3_ENDPOINT']);
  if (settings === undefined) return s3Settings(env);
  return {
    endpoint: env.BACKUP_S3_ENDPOINT,
    pathStyle: env.BACKUP_S3_ENDPOINT !== undefined,
    region: settings.BACKUP_S3_REGION,
    accessKeyId: settings.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: settings.BACKUP_S3_SECRET_ACCESS_KEY,
  };
}

function intentJournal(env: Env): string {
  const word = env.INTENT_JOURNAL ?? join(env.DATA_DIR, 'intents');
  if (!word.startsWith('s3://')) return resolve(word);
  if (backupS3Settings(env) === undefined)
    throw new SettingError(
      'INTENT_JOURNAL',
      'in a bucket needs BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY; or S3_* when it is the store of the media.',
    );
  return word;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** undefined: Stripe's own address. */
  readonly apiBase: string | undefined;
  readonly prices: readonly PlanPrice[];
}

/** The settings with the prices at Stripe. */
const PRICE_SETTINGS = SOLD_PLANS.flatMap((plan) =>
  PAID_INTERVALS.map((interval) => ({
    plan,
    interval,
    setting:
      `STRIPE_PRICE_${plan.toUpperCase() as Uppercase<typeof plan>}_${interval.toUpperCase() as Uppercase<typeof interval>}` as const,
  })),
);

function stripeSettings(env: Env): StripeSettings | undefined {
  const names = PRICE_SETTINGS.map(({ setting }) => setting);
  const settings = allOrNone(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'], ['STRIPE_API_BASE', ...names]);
  if (settings === undefined) return undefined;
  const prices: PlanPrice[] = [];
  for (const { setting, plan, interval } of PRICE_SETTINGS) {
    const id = env[setting];
    if (id === undefined) continue;
    if (prices.some((price) => price.id === id)) throw new SettingError(setting, 'is the price of another plan too.');
    prices.push({ id, plan, interval });
  }
  if (prices.length === 0)
    throw new SettingError('STRIPE_PRICE_STARTER_MONTHLY', 'or another price is missing beside STRIPE_SECRET_KEY.');
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  return { secretKey, webhookSecret, apiBase: env.STRIPE_API_BASE, prices };
}

/** A service with OpenAI's interface. */
export interface AiSettings {
  /** Without a slash at its end: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** undefined: speech is not understood. */
  readonly transcribeModel: string | undefined;
  /** undefined: pictures are not understood. */
  readonly visionModel: string | undefined;
}

function aiSettings(env: Env): AiSettings | undefined {
  const models = ['AI_TRANSCRIBE_MODEL', 'AI_VISION_MODEL'] as const;
  const settings = allOrNone(env, ['AI_BASE_URL'], ['AI_API_KEY', ...models]);
  if (settings === undefined) return undefined;
  const [transcribeModel, visionModel] = models.map((name) => env[name]);
  if (transcribeModel === undefined && visionModel === undefined)
    throw new SettingError('AI_TRANSCRIBE_MODEL', 'or AI_VISION_MODEL is missing beside AI_BASE_URL.');
  return { baseUrl: settings.AI_BASE_URL, apiKey: env.AI_API_KEY, transcribeModel, visionModel };
}

export interface ConfiguredApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

function platformApps(env: Env): PlatformSettings<ConfiguredApp> {
  const apps = Object.entries(APP_SETTINGS).flatMap(([platform, [id, secret]]) => {
    const settings = allOrNone(env, [id, secret]);
    return settings ? [[platform, { clientId: settings[id], clientSecret: settings[secret] }]] : [];
  });
  return Object.fromEntries(apps);
}

function windowSetups(env: Env): PlatformSettings<Readonly<Record<string, string>>> {
  const setups = Object.entries(WINDOW_SETTINGS).map(([platform, names]) => {
    const set = Object.entries(names).flatMap(([name, setting]) => (env[setting] ? [[name, env[setting]]] : []));
    return [platform, Object.fromEntries(set)];
  });
  return Object.fromEntries(setups);
}

/** The needed settings, or undefined when none of the group is set; throws SettingError for a part of them. */
function allOrNone<Name extends TextSetting>(
  env: Env,
  needed: readonly Name[],
  optional: readonly SettingName[] = [],
): Readonly<Record<Name, string>> | undefined {
  const given = [...needed, ...optional].find((name) => env[name] !== undefined);
  if (given === undefined) return undefined;
  const missing = needed.find((name) => env[name] === undefined);
  if (missing !== undefined) throw new SettingError(missing, `is missing beside ${given}.`);
  return env as Readonly<Record<Name, string>>;
}
