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
