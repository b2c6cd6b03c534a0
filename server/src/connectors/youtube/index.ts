import type { Connector } from '../../core/connector.ts';
import { commonRanges } from '../../core/text-ranges.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { changes } from './changes.ts';
import { comments } from './comments/comments.ts';
import { recheck } from './comments/recheck.ts';
import { connecting } from './connect.ts';
import { editing } from './editing.ts';
import { limits } from './limits.ts';
import { accountMetrics, metrics, postsMetrics } from './metrics.ts';
import { options } from './options.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';
import { reads } from './reads.ts';
import { removal } from './removal.ts';

/** YouTube channels, one per login. */
export const youtube: Connector = {
  platform: 'youtube',
  displayName: 'YouTube',
  version: { name: 'v3' },
  connecting,
  limits,
  appearance: { ranges: commonRanges('link', 'mention', 'hashtag') },
  options,
  auth,
  publishing,
  removal,
  editing,
  metrics,
  archive,
  postsMetrics,
  accountMetrics,
  reads,
  changes,
  comments,
  polling,
  recheck,
};
