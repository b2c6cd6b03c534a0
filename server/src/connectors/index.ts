import type { Connectors } from '../core/context.ts';
import { instagram } from './instagram/index.ts';
import { mastodon } from './mastodon/index.ts';
import { twitter } from './twitter/index.ts';

/** Every platform that Hubbub speaks to. */
export const connectors: Connectors = { instagram, twitter, mastodon };
