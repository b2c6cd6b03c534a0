import type { SimulatedPlatform } from '../core/platform.ts';
import { instagram } from './instagram/index.ts';
import { mastodon } from './mastodon/index.ts';
import { twitter } from './twitter/index.ts';

/** Every simulated platform. */
export const platforms: readonly SimulatedPlatform[] = [instagram, twitter, mastodon];
