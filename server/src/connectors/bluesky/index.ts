import type { Connector } from '../../core/connector.ts';
import { appearance } from './appearance.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { messages } from './chat/messages.ts';
import { comments } from './comments.ts';
import { connecting } from './connect.ts';
import { limits } from './limits.ts';
import { mentions } from './mentions.ts';
import { accountMetrics, metrics, postsMetrics } from './metrics.ts';
import { options } from './options.ts';
import { pacing } from './pacing.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';
import { recheck } from './recheck.ts';
import { removal } from './removal.ts';
import { thread } from './thread.ts';

/** Bluesky over the AT Protocol. Posts cannot be changed: the network shows the first version of a record. */
export const bluesky: Connector = {
  platform: 'bluesky',
  displayName: 'Bluesky',
  version: { name: 'app.bsky' },
  connecting,
  limits,
  appearance,
  options,
  auth,
  publishing,
  thread,
  removal,
  metrics,
  archive,
  postsMetrics,
  accountMetrics,
  pacing,
  comments,
  messages,
  mentions,
  polling,
  recheck,
};
