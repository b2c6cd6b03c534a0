import type { Connector } from '../../core/connector.ts';
import { appearance } from './appearance.ts';
import { archive } from './archive.ts';
import { auth } from './auth.ts';
import { changes } from './changes.ts';
import { connecting } from './connect.ts';
import { editing } from './editing.ts';
import { limits } from './limits.ts';
import { accountMetrics, dailyMetrics, metrics } from './metrics.ts';
import { options } from './options.ts';
import { pacing } from './pacing.ts';
import { publishing } from './publish.ts';
import { reads } from './reads.ts';
import { removal } from './removal.ts';

/** Pins on the boards of a Pinterest account. Its API has no comments. */
export const pinterest: Connector = {
  platform: 'pinterest',
  displayName: 'Pinterest',
  version: { name: 'v5' },
  connecting,
  limits,
  appearance,
  options,
  auth,
  destinations: 'boards',
  publishing,
  removal,
  editing,
  metrics,
  archive,
  accountMetrics,
  dailyMetrics,
  pacing,
  reads,
  changes,
};
