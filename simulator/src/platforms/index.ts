import type { SimulatedPlatform } from '../core/platform.ts';
import { ai } from './ai/index.ts';
import { bluesky } from './bluesky/index.ts';
import { facebook } from './facebook/index.ts';
import { google } from './google/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedin } from './linkedin/index.ts';
import { linkedinPage } from './linkedin_page/index.ts';
import { mastodon } from './mastodon/index.ts';
import { pinterest } from './pinterest/index.ts';
import { stripe } from './stripe/index.ts';
import { telegram } from './telegram/index.ts';
import { threads } from './threads/index.ts';
import { tiktok } from './tiktok/index.ts';
import { twitter } from './twitter/index.ts';
import { whatsapp } from './whatsapp/index.ts';
import { youtube } from './youtube/index.ts';

/** Every simulated platform. */
export const platforms: readonly SimulatedPlatform[] = [
  instagram,
  twitter,
  mastodon,
  threads,
  bluesky,
  telegram,
  facebook,
  google,
  linkedin,
  linkedinPage,
  pinterest,
  tiktok,
  youtube,
  whatsapp,
  stripe,
  ai,
];
