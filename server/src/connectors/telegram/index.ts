import type { Connector } from '../../core/connector.ts';
import { appearance } from './appearance.ts';
import { auth } from './auth.ts';
import { connecting } from './connect.ts';
import { editing } from './editing.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { accountMetrics } from './metrics.ts';
import { options } from './options.ts';
import { polling } from './polling.ts';
import { publishing } from './publish.ts';
import { removal } from './removal.ts';

/** Telegram channels over the Bot API: a bot that is their administrator. Telegram counts nothing for bots. */
export const telegram: Connector = {
  platform: 'telegram',
  displayName: 'Telegram',
  version: { name: 'Bot API' },
  connecting,
  limits,
  appearance,
  options,
  auth,
  publishing,
  removal,
  editing,
  accountMetrics,
  // Comments of the discussion group arrive; the Bot API lists none.
  comments: {},
  messages,
  polling,
};
