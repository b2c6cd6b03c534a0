import { listDead } from './list-dead.ts';
import { replayDead } from './replay-dead.ts';

export const deadOperations = [listDead, replayDead];
