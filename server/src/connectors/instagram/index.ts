import type { Connector } from '../../core/connector.ts';
import { removals } from '../shared/meta/removals.ts';
import { appearance } from './appearance.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { changes } from './changes.ts';
import { API_VERSION } from './client.ts';
import { comments } from './comments.ts';
import { connecting } from './connect.ts';
import { limits } from './limits.ts';
import { mentions } from './mentions.ts';
import { messages } from './messages.ts';
import { accountMetrics, dailyMetrics, metrics } from './metrics.ts';
import { options } from './options.ts';
import { pacing } from './pacing.ts';
import { publishing } from './publish.ts';
import { reads } from './reads.ts';
import { inbound } from './webhook.ts';

/** Instagram for professional accounts, over Instagram Login. */
export const instagram: Connector = {
  platform: 'instagram',
  displayName: 'Instagram',
  version: { name: API_VERSION, sunsetAt: '2028-07-29' },
  connecting,
  limits,
  appearance,
  options,
  auth,
  publishing,
  metrics,
  archive,
  accountMetrics,
  dailyMetrics,
  pacing,
  reads,
  changes,
  comments,
  messages,
  mentions,
  inbound,
  removals,
  erasures: removals,
};
