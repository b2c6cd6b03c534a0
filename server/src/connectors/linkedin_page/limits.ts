import { defineLimits } from '../../core/limits.ts';
import { limits as memberLimits } from '../linkedin/limits.ts';

const COMMENT_LENGTH_MAX = 1250;

/** The data sheet of organisations: like members, but without connections. */
export const limits = defineLimits({
  ...memberLimits,
  visibility: ['public', 'logged_in'],
  comment: { lengthMax: COMMENT_LENGTH_MAX },
});
