import type { Content } from '../../core/connector.ts';
import { twoPhase } from './two-phase.ts';

/** https://developers.facebook.com/docs/threads/posts */
export const publishing = twoPhase<Content>((content) => ({ content }));
