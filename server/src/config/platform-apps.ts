import type { Platform } from '../core/platforms.ts';
import type { Env } from './env.ts';

/** Settings that any text may have. */
export type TextSetting = { [Name in keyof Env]-?: Env[Name] extends string | undefined ? Name : never }[keyof Env];
export type PlatformSettings<Value> = Readonly<Partial<Record<Platform, Value>>>;

type Pair = readonly [id: TextSetting, secret: TextSetting];

const META: Pair = ['META_APP_ID', 'META_APP_SECRET'];
const GOOGLE: Pair = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'];
const LINKEDIN: Pair = ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'];

/** The settings of the app that accounts of a platform are connected with. Other platforms need no app of ours. */
export const APP_SETTINGS: PlatformSettings<Pair> = {
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

/** The settings of a platform's signup window, beside those of the app, by their names in the API. */
export const WINDOW_SETTINGS: PlatformSettings<Readonly<Record<string, TextSetting>>> = {
  whatsapp: { config_id: 'WHATSAPP_CONFIG_ID', solution_id: 'WHATSAPP_SOLUTION_ID' },
};
