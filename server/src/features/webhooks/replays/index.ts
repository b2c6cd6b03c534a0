import { cancelReplay } from './cancel-replay.ts';
import { createReplay } from './create-replay.ts';
import { getReplay } from './get-replay.ts';
import { listReplays } from './list-replays.ts';

export const replayOperations = [createReplay, listReplays, getReplay, cancelReplay];
