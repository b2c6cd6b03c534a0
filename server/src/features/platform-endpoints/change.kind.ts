import { type ActionKind, alone } from '../actions/index.ts';
import { CHANGES, type ChangeInput } from './changes.ts';

/** A change that only some platforms let be made; its input names it. */
export const changeKind: ActionKind = {
  name: 'change',
  onThrottle: 'fail',
  effect: (connector, job) => CHANGES[(job.input as unknown as ChangeInput).change]?.effect(connector),
  load: async (_db, job) => (job.input as unknown as ChangeInput).input,

  settled: alone(async (tx, job, outcome) => {
    if (outcome.status !== 'published') return;
    const { change, input } = job.input as unknown as ChangeInput;
    const entry = CHANGES[change];
    if ('made' in entry) await entry.made(tx, job, input as never);
  }),
};
