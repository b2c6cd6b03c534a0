import { resolve } from 'node:path';
import { isLoopbackName } from '../lib/loopback.ts';
import { type Env, SettingError } from './env.ts';
import {
  aiSettings,
  backupS3Settings,
  intentJournal,
  oidcSettings,
  platformApps,
  s3Settings,
  stripeSettings,
  windowSetups,
} from './groups.ts';
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
