import type { Connector } from '../../core/connector.ts';
import { appearance } from '../linkedin/appearance.ts';
import { API_VERSION, SUNSET_AT } from '../linkedin/client.ts';
import { editing } from '../linkedin/editing.ts';
import { options } from '../linkedin/options.ts';
import { removal } from '../linkedin/removal.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { comments } from './comments.ts';
import { connecting } from './connect.ts';
import { reads } from './insights.ts';
import { limits } from './limits.ts';
import { accountMetrics, dailyMetrics, metrics, postsMetrics } from './metrics.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';
import { recheck } from './recheck.ts';

/** Pages of organisations on LinkedIn, through a member who may publish there. */
export const linkedinPage: Connector = {
  platform: 'linkedin_page',
  displayName: 'LinkedIn Page',
  version: { name: API_VERSION, sunsetAt: SUNSET_AT },
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
  postsMetrics,
  accountMetrics,
  dailyMetrics,
  reads,
  comments,
  polling,
  recheck,
};
