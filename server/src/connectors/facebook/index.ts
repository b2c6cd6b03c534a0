import type { Connector } from '../../core/connector.ts';
import { callsLeft } from '../shared/meta/rates.ts';
import { removals } from '../shared/meta/removals.ts';
import { appearance } from './appearance.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { API_VERSION } from './client.ts';
import { comments } from './comments.ts';
import { connecting } from './connect.ts';
import { editing } from './editing.ts';
import { limits } from './limits.ts';
import { mentions } from './mentions.ts';
import { messages } from './messages.ts';
import { accountMetrics, dailyMetrics, metrics } from './metrics.ts';
import { options } from './options.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';
import { inbound } from './webhook.ts';

/** Facebook Pages, each connected with a token of its own. */
export const facebook: Connector = {
  platform: 'facebook',
  displayName: 'Facebook',
  version: { name: API_VERSION, sunsetAt: '2028-07-29' },
  connecting,
  limits,
  appearance,
  options,
  auth,
  publishing,
  removal,
  editing,
  metrics,
  archive,
  accountMetrics,
  dailyMetrics,
  pacing: { callsLeft },
  comments,
  mentions,
  messages,
  inbound,
  removals,
  erasures: removals,
};
