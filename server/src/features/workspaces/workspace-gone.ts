import { type ApiError, gone } from '../../core/errors.ts';

/** 410 for links into a workspace that was deleted. */
export function workspaceGone(): ApiError {
  return gone('The workspace of this link was deleted.', { resource: 'workspace' });
}
