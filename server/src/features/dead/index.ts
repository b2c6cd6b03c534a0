import { listDead } from './list-dead.ts';
import { replayDead } from './replay-dead.ts';

export * as dead from './dead.repository.ts';
export const deadOperations = [listDead, replayDead];
