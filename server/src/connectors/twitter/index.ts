import type { Connector } from '../../core/connector.ts';
import { appearance } from './appearance.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { comments } from './comments.ts';
import { connecting } from './connect.ts';
import { limits } from './limits.ts';
import { mentions } from './mentions.ts';
import { messages } from './messages.ts';
import { accountMetrics, metrics, postsMetrics } from './metrics.ts';
import { options } from './options.ts';
import { pacing } from './pacing.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';
import { recheck } from './recheck.ts';
import { removal } from './removal.ts';
import { thread } from './thread.ts';

/**
 * X, by its API v2. Limits: https://docs.x.com/x-api/media/quickstart/best-practices and the twitter-text
 * configuration.
 */
export const twitter: Connector = {
  platform: 'twitter',
  displayName: 'X',
  version: { name: 'v2' },
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
  areReadsBilled: true,
  pacing,
  comments,
  messages,
  mentions,
  polling,
  recheck,
};
