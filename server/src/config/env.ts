/** The only place that reads the environment. Every name here stands in `.env.example`. */
export const SETTINGS = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'DEFAULT_PLAN',
  'SECRETS_KEY',
  'SIMULATOR',
  'SIMULATOR_URL',
  'METRICS_TOKEN',
  'ALLOW_PRIVATE_NETWORK',
  'LOG_LEVEL',
  'ROLE',
  'LEASE_SECONDS',
  'LOOK_DELAY_FACTOR',
  'POLL_SECONDS',
  'PUBLIC_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PATH_STYLE',
  'META_APP_ID',
  'META_APP_SECRET',
  'WHATSAPP_CONFIG_ID',
  'WHATSAPP_SOLUTION_ID',
  'INSTAGRAM_APP_ID',
  'INSTAGRAM_APP_SECRET',
  'THREADS_APP_ID',
  'THREADS_APP_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'TIKTOK_CLIENT_KEY',
  'TIKTOK_CLIENT_SECRET',
  'LINKEDIN_CLIENT_ID',
  'LINKEDIN_CLIENT_SECRET',
  'PINTEREST_APP_ID',
  'PINTEREST_APP_SECRET',
] as const;

export type SettingName = (typeof SETTINGS)[number];
export type Env = Partial<Record<SettingName, string>>;

/** The settings as the environment has them; empty ones count as absent. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const env: Env = {};
  for (const name of SETTINGS) {
    const value = source[name]?.trim();
    if (value !== undefined && value !== '') env[name] = value;
  }
  return env;
}
