import type { Connector } from '../../core/connector.ts';
import { commonRanges } from '../../core/text-ranges.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { connecting } from './connect.ts';
import { limits } from './limits.ts';
import { accountMetrics, metrics, postsMetrics } from './metrics.ts';
import { options } from './options.ts';
import { publishing } from './publish.ts';
import { reads } from './reads.ts';
import { removals } from './removals.ts';

/** Videos and photos of a TikTok account. The open API has no comments, edits or removals. */
export const tiktok: Connector = {
  platform: 'tiktok',
  displayName: 'TikTok',
  version: { name: 'v2' },
  connecting,
  limits,
  appearance: { ranges: commonRanges('mention', 'hashtag') },
  options,
  auth,
  publishing,
  metrics,
  archive,
  postsMetrics,
  accountMetrics,
  reads,
  removals,
};
