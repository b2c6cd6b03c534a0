import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { requireScope, unsupported } from '../../meta/errors.ts';
import { findNode } from '../access.ts';
import { scopes } from '../scopes.ts';
import type { Instagram } from '../store.ts';
import { mediaInsights } from './media-insights.ts';
import { userInsights } from './user-insights.ts';

/** `GET /{media}/insights` and `GET /{ig}/insights`. */
export function readInsights(instagram: Instagram, call: Call): PlatformResponse {
  const node = findNode(instagram, call);
  if (node?.kind !== 'account' && node?.kind !== 'media') throw unsupported(call.method, call.param('node'));
  requireScope(call, scopes.insights);
  return node.kind === 'account'
    ? userInsights(instagram, call, node.account)
    : mediaInsights(instagram, call, node.row);
}
