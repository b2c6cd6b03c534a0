import { ApiError } from '../../core/errors.ts';

/** 410 for links into a workspace that was deleted. */
export function workspaceGone(): ApiError {
  return new ApiError('gone', 'The workspace of this link was deleted.', { resource: 'workspace' }, 'resource.gone');
}
