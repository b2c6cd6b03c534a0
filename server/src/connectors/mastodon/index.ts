import type { Connector } from '../../core/connector.ts';
import { appearance } from './appearance.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { comments } from './comments.ts';
import { connecting } from './connect.ts';
import { editing } from './editing.ts';
import { limits } from './limits.ts';
import { mentions } from './mentions.ts';
import { messages } from './messages.ts';
import { accountMetrics, metrics } from './metrics.ts';
import { options } from './options.ts';
import { pacing } from './pacing.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';
import { recheck } from './recheck.ts';
import { removal } from './removal.ts';
import { thread } from './thread.ts';

/** Mastodon's client API. The limits are the defaults of an instance; servers may allow more. */
export const mastodon: Connector = {
  platform: 'mastodon',
  displayName: 'Mastodon',
  version: { name: '4.x' },
  connecting,
  limits,
  appearance,
  options,
  auth,
  publishing,
  thread,
  removal,
  editing,
  metrics,
  archive,
  accountMetrics,
  pacing,
  comments,
  messages,
  mentions,
  polling,
  recheck,
};
