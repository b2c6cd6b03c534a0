import type { Platform } from '../core/platforms.ts';
import type { Env, SettingName } from './env.ts';
import { SettingError } from './setting-error.ts';

export interface ConfiguredApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

export type PlatformApps = Partial<Record<Platform, ConfiguredApp>>;

type Pair = readonly [id: SettingName, secret: SettingName];

const META: Pair = ['META_APP_ID', 'META_APP_SECRET'];
const GOOGLE: Pair = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'];
const LINKEDIN: Pair = ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'];

/** The settings of the app that accounts of a platform are connected with. Absent: the platform needs none of ours. */
export const APP_SETTINGS: Partial<Record<Platform, Pair>> = {
  facebook: META,
  whatsapp: META,
  instagram: ['INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'],
  threads: ['THREADS_APP_ID', 'THREADS_APP_SECRET'],
  google: GOOGLE,
  youtube: GOOGLE,
  tiktok: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  linkedin: LINKEDIN,
  linkedin_page: LINKEDIN,
  pinterest: ['PINTEREST_APP_ID', 'PINTEREST_APP_SECRET'],
};

/** What a platform's signup window needs beside the app: names in the API and settings. */
export const WINDOW_SETTINGS: Partial<Record<Platform, Readonly<Record<string, SettingName>>>> = {
  whatsapp: { config_id: 'WHATSAPP_CONFIG_ID', solution_id: 'WHATSAPP_SOLUTION_ID' },
};

export type WindowSetups = Partial<Record<Platform, Readonly<Record<string, string>>>>;

/** The setups of the settings; what is not set is left out. */
export function windowSetups(env: Env): WindowSetups {
  return Object.fromEntries(
    Object.entries(WINDOW_SETTINGS).map(([platform, names]) => [
      platform,
      Object.fromEntries(
        Object.entries(names).flatMap(([name, setting]) => (env[setting] ? [[name, env[setting]]] : [])),
      ),
    ]),
  );
}

/** The apps of the settings; throws SettingError for half of one. */
export function platformApps(env: Env): PlatformApps {
  const apps: PlatformApps = {};
  for (const [platform, [id, secret]] of Object.entries(APP_SETTINGS)) {
    const clientId = env[id];
    const clientSecret = env[secret];
    if (clientId !== undefined && clientSecret !== undefined) apps[platform as Platform] = { clientId, clientSecret };
    else if (clientId !== undefined) throw new SettingError(secret, `is missing beside ${id}.`);
    else if (clientSecret !== undefined) throw new SettingError(id, `is missing beside ${secret}.`);
  }
  return apps;
}
