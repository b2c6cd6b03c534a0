import type { Connector } from '../../core/connector.ts';
import { appearance } from './appearance.ts';
import { auth } from './auth.ts';
import { API_VERSION, SUNSET_AT } from './client.ts';
import { connecting } from './connect.ts';
import { editing } from './editing.ts';
import { limits } from './limits.ts';
import { options } from './options.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';

/** LinkedIn members. Most apps may not read comments and counters of members, so this connector has neither. */
export const linkedin: Connector = {
  platform: 'linkedin',
  displayName: 'LinkedIn',
  version: { name: API_VERSION, sunsetAt: SUNSET_AT },
  connecting,
  limits,
  appearance,
  options,
  auth,
  publishing,
  removal,
  editing,
};
