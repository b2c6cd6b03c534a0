import type { ThreadPart } from '../../core/connector.ts';
import { twoPhase } from './two-phase.ts';

/** The next part of a thread is the account's own reply to the part before it. */
export const thread = twoPhase<ThreadPart>(({ content, parentId }) => ({ content, replyTo: parentId }));
