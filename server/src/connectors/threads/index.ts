import type { Connector } from '../../core/connector.ts';
import { removals } from '../shared/meta/removals.ts';
import { appearance } from './appearance.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { API_VERSION } from './client.ts';
import { comments } from './comments.ts';
import { connecting } from './connect.ts';
import { limits } from './limits.ts';
import { mentions } from './mentions.ts';
import { accountMetrics, dailyMetrics, metrics } from './metrics.ts';
import { options } from './options.ts';
import { pacing } from './pacing.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';
import { thread } from './thread.ts';
import { inbound } from './webhook.ts';

/** Threads, one account per login. */
export const threads: Connector = {
  platform: 'threads',
  displayName: 'Threads',
  version: { name: API_VERSION },
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
  accountMetrics,
  dailyMetrics,
  pacing,
  comments,
  mentions,
  inbound,
  removals,
  erasures: removals,
};
