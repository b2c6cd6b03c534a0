import { sendFeedback } from './send-feedback.ts';

export const feedbackOperations = [sendFeedback];
export * as feedback from './feedback.repository.ts';
