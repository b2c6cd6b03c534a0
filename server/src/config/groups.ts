import { join, resolve } from 'node:path';
import { PAID_INTERVALS, type PlanPrice, SOLD_PLANS } from '../core/billing/payments.ts';
import { type Env, SettingError, type SettingName } from './env.ts';
import { APP_SETTINGS, type PlatformSettings, type TextSetting, WINDOW_SETTINGS } from './platform-apps.ts';

export function oidcSettings(env: Env) {
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

export function s3Settings(env: Env) {
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
export function backupS3Settings(env: Env) {
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

export function intentJournal(env: Env): string {
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

export function stripeSettings(env: Env): StripeSettings | undefined {
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

export function aiSettings(env: Env): AiSettings | undefined {
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

export function platformApps(env: Env): PlatformSettings<ConfiguredApp> {
  const apps = Object.entries(APP_SETTINGS).flatMap(([platform, [id, secret]]) => {
    const settings = allOrNone(env, [id, secret]);
    return settings ? [[platform, { clientId: settings[id], clientSecret: settings[secret] }]] : [];
  });
  return Object.fromEntries(apps);
}

export function windowSetups(env: Env): PlatformSettings<Readonly<Record<string, string>>> {
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
