import { z } from 'zod';
import { PLAN_NAMES } from '../core/billing/plans.ts';
import { CELL_NAME } from '../core/ids.ts';
import { parseBucketAddress } from '../lib/bucket-address.ts';
import { isAddressOrBlock } from '../lib/ip-address.ts';

/** A text that satisfies `isValid`; the error names the requirement and the text that was given. */
function checked(requirement: string, isValid: (text: string) => boolean) {
  const error = ({ input }: { input?: unknown }) => `must be ${requirement}; it is ${JSON.stringify(input)}.`;
  return z.string().refine(isValid, { error });
}

const integer = (min: number, max: number) =>
  checked(
    `a whole number from ${min} to ${max}`,
    (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
  ).transform(Number);

const decimal = checked(
  'a number above 0',
  (text) => /^(?:\d+|\d*\.\d+)$/.test(text) && Number(text) > 0 && Number(text) <= 86_400,
).transform(Number);

const oneOf = <Word extends string>(words: readonly Word[]) =>
  checked(`one of ${words.join(', ')}`, (text) => (words as readonly string[]).includes(text.toLowerCase())).transform(
    (text) => text.toLowerCase() as Word,
  );

const CELL_FORM = new RegExp(`^${CELL_NAME}$`);

const wordsOf = (list: string): readonly string[] => list.split(',').map((word) => word.trim());

const flag = oneOf(['true', 'false']).transform((word) => word === 'true');

const httpUrl = checked(
  'an http(s) address',
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
).transform((text) => text.replace(/(?<!\/)\/+$/, ''));

/** An address that the client of the shared cache takes. */
function isRedisUrl(text: string): boolean {
  if (!/^rediss?:\/\/\S+$/.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, username, password } = new URL(text);
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    return false;
  }
  return hostname !== '' && /^\/?\d*$/.test(pathname);
}

export const OPERATOR_TOKEN_LENGTH_MIN = 16;

/** 15 digits is the most that a structured header takes (RFC 9651); this is plenty. */
const REQUESTS_MAX = 1_000_000_000;

const anyText = z.string().optional();

const POSTGRES_URL = /^postgres(ql)?:\/\//;

/** Both encodings of a key have a length that the other cannot have. */
function keysOf(value: string): readonly Buffer[] {
  return value.split(',').map((part) => {
    const key = part.trim();
    return /^[0-9a-f]{64}$/i.test(key) ? Buffer.from(key, 'hex') : Buffer.from(key, 'base64');
  });
}

/** Every setting, as `.env.example` lists them. Messages about secrets never show the value. */
const Env = z.object({
  HOST: checked('an address to listen on, such as 127.0.0.1 or 0.0.0.0', (host) => /^[\w.:-]+$/.test(host)).default(
    '127.0.0.1',
  ),
  PORT: integer(0, 65_535).default(8080),
  DATA_DIR: z.string().default('./data'),
  INTENT_JOURNAL: checked(
    'a folder or s3://bucket/prefix, with a-z, 0-9, "_", "." and "-" in the prefix',
    (word) => !/^\w+:\/\//.test(word) || parseBucketAddress(word) !== undefined,
  ).optional(),
  DATABASE_URL: z
    .string()
    .regex(
      POSTGRES_URL,
      'must look like postgres://user:password@host:5432/database; leave it empty for the embedded database.',
    )
    .optional(),
  DATABASE_POOLER_URL: z
    .string()
    .regex(POSTGRES_URL, 'must look like postgres://pooler:6432/database; leave it empty without a pooler.')
    .optional(),
  DATABASE_PREPARED_STATEMENTS: oneOf(['on', 'off']).default('on'),
  REDIS_URL: z
    .string()
    .refine(
      isRedisUrl,
      'must look like redis://user:password@host:6379, or rediss:// for TLS; a database is a number after the host. Write signs such as / and @ in the password as %2F and %40.',
    )
    .optional(),
  DEFAULT_PLAN: oneOf(PLAN_NAMES).default('free'),
  SECRETS_KEY: z
    .string()
    .refine(
      (value) => keysOf(value).every(({ length }) => length === 32),
      'must be 32 bytes as 64 hexadecimal digits or base64; make one with: openssl rand -hex 32',
    )
    .transform(keysOf)
    .optional(),
  SIMULATOR: oneOf(['auto', 'on', 'off']).default('auto'),
  SIMULATOR_URL: httpUrl.optional(),
  OPERATOR_TOKEN: z
    .string()
    .regex(/^\S+$/, 'must not contain spaces.')
    .min(OPERATOR_TOKEN_LENGTH_MIN, `must have at least ${OPERATOR_TOKEN_LENGTH_MIN} characters.`)
    .optional(),
  METRICS_TOKEN: anyText,
  ALLOW_PRIVATE_NETWORK: flag.default(false),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_FORMAT: oneOf(['auto', 'json', 'pretty']).default('auto'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: anyText,
  ROLE: oneOf(['all', 'api', 'worker']).default('all'),
  CELL: checked('a short name: a letter, then at most 11 letters and digits, all in lower case', (name) =>
    CELL_FORM.test(name),
  ).optional(),
  CELL_PEERS: checked('http(s) addresses of other cells with commas between them', (list) =>
    wordsOf(list).every((word) => URL.canParse(word) && /^https?:$/.test(new URL(word).protocol)),
  )
    .transform((list) => wordsOf(list).map((word) => word.replace(/(?<!\/)\/+$/, '')))
    .optional(),
  LEASE_SECONDS: integer(1, 600).default(30),
  LOOK_DELAY_FACTOR: decimal.default(1),
  POLL_SECONDS: decimal.optional(),
  PUBLIC_URL: httpUrl.optional(),
  KEY_REQUESTS_PER_MINUTE: integer(0, REQUESTS_MAX).default(3000),
  ADDRESS_REQUESTS_PER_MINUTE: integer(0, REQUESTS_MAX).default(12_000),
  STREAMS_PER_TENANT: integer(1, 4096).default(50),
  REQUESTS_AT_ONCE: integer(2, 100).default(4),
  TURN_WAIT_SECONDS: integer(1, 3600).default(1),
  STATEMENT_SECONDS: integer(1, 3600).default(15),
  DRAIN_SECONDS: integer(0, 600).default(0),
  TRUSTED_PROXIES: checked('addresses or CIDR blocks with commas between them, such as 10.0.0.0/8,::1', (list) =>
    wordsOf(list).every((word) => isAddressOrBlock(word) && !word.endsWith('/0')),
  )
    .transform(wordsOf)
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: anyText,
  S3_BUCKET: checked('the name of a bucket, 3 to 63 letters, digits and hyphens', (name) =>
    /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(name),
  ).optional(),
  S3_ACCESS_KEY_ID: anyText,
  S3_SECRET_ACCESS_KEY: anyText,
  S3_PATH_STYLE: flag.optional(),
  BACKUP_S3_ENDPOINT: httpUrl.optional(),
  BACKUP_S3_REGION: anyText,
  BACKUP_S3_ACCESS_KEY_ID: anyText,
  BACKUP_S3_SECRET_ACCESS_KEY: anyText,
  BACKUP_PASSPHRASE: anyText,
  META_APP_ID: anyText,
  META_APP_SECRET: anyText,
  WHATSAPP_CONFIG_ID: anyText,
  WHATSAPP_SOLUTION_ID: anyText,
  INSTAGRAM_APP_ID: anyText,
  INSTAGRAM_APP_SECRET: anyText,
  THREADS_APP_ID: anyText,
  THREADS_APP_SECRET: anyText,
  GOOGLE_CLIENT_ID: anyText,
  GOOGLE_CLIENT_SECRET: anyText,
  TIKTOK_CLIENT_KEY: anyText,
  TIKTOK_CLIENT_SECRET: anyText,
  LINKEDIN_CLIENT_ID: anyText,
  LINKEDIN_CLIENT_SECRET: anyText,
  PINTEREST_APP_ID: anyText,
  PINTEREST_APP_SECRET: anyText,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\S+$/, 'must be a secret or restricted key of Stripe: sk_… or rk_….')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook endpoint at Stripe: whsec_….')
    .optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_PRICE_STARTER_MONTHLY: anyText,
  STRIPE_PRICE_STARTER_ANNUAL: anyText,
  STRIPE_PRICE_PRO_MONTHLY: anyText,
  STRIPE_PRICE_PRO_ANNUAL: anyText,
  STRIPE_PRICE_BUSINESS_MONTHLY: anyText,
  STRIPE_PRICE_BUSINESS_ANNUAL: anyText,
  SMTP_URL: checked(
    'an address such as smtps://user:password@mail.example:465, or smtp:// for STARTTLS',
    (text) => /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text),
  ).optional(),
  SMTP_FROM: anyText,
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: anyText,
  OIDC_CLIENT_SECRET: anyText,
  OIDC_NAME: anyText,
  AI_BASE_URL: httpUrl.optional(),
  AI_API_KEY: anyText,
  AI_TRANSCRIBE_MODEL: anyText,
  AI_VISION_MODEL: anyText,
});

export type Env = Readonly<z.output<typeof Env>>;
export type SettingName = keyof Env;
/** The settings as an environment holds them, before they are checked. */
export type EnvSource = Readonly<Partial<Record<SettingName, string>>>;

export const SETTINGS = Object.keys(Env.shape) as SettingName[];

/** A setting that cannot be used. The message is one line: the setting, the fault and the remedy. */
export class SettingError extends Error {
  override readonly name = 'SettingError';

  constructor(setting: SettingName, message: string) {
    super(`${setting} ${message}`);
  }
}

/**
 * Reads the environment; nothing else does. Empty settings count as absent, other names are ignored.
 * Throws SettingError for the first malformed setting.
 */
export function readEnv(source: EnvSource = process.env): Env {
  const given = SETTINGS.flatMap((name) => {
    const value = source[name]?.trim();
    return value ? [[name, value]] : [];
  });
  const { data, error } = Env.safeParse(Object.fromEntries(given));
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw new SettingError(issue.path[0] as SettingName, issue.message);
  return data as Env;
}
