import type { Limits } from '../../core/limits.ts';
import { limits as memberLimits } from '../linkedin/limits.ts';

export const COMMENT_LENGTH_MAX = 1250;

/** What organisations may publish: what members may, but they have no connections. */
export const limits: Limits = {
  ...memberLimits,
  visibility: ['public', 'logged_in'],
  comment: { lengthMax: COMMENT_LENGTH_MAX },
};
