import type { Connector } from '../../core/connector.ts';
import { commonRanges } from '../../core/text-ranges.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { connecting } from './connect.ts';
import { editing } from './editing.ts';
import { limits } from './limits.ts';
import { dailyMetrics } from './metrics.ts';
import { options } from './options.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';
import { recheck } from './recheck.ts';
import { removal } from './removal.ts';
import { reviews } from './reviews.ts';

/** Locations of Google Business Profile. Google has no counters of single posts and no comments on them. */
export const google: Connector = {
  platform: 'google',
  displayName: 'Google Business Profile',
  version: { name: 'v4' },
  connecting,
  limits,
  appearance: { ranges: commonRanges() },
  options,
  auth,
  publishing,
  removal,
  editing,
  archive,
  dailyMetrics,
  reviews,
  polling,
  recheck,
};
