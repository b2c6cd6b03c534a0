import { listDead } from './list-dead-letters.ts';
import { replayDead } from './replay-dead-letter.ts';

export * as dead from './dead-letter.repository.ts';
export const deadLetterOperations = [listDead, replayDead];
