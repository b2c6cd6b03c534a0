import { type Action, oneByOne } from '../../engine/index.ts';
import { type ChangeInput, changeOf, StoredChange } from './changes.ts';

/** A change that only some platforms offer; its input names it. */
export const changeAction: Action<ChangeInput> = {
  name: 'change',
  onThrottle: 'fail',
  input: StoredChange,
  effect: (connector, { change }) => changeOf(change).effect(connector),
  load: async (_db, { input }) => input.input,

  settled: oneByOne(async (tx, { job, outcome }) => {
    if (outcome.status !== 'published' || job.input === undefined) return;
    const { change, input } = job.input;
    await changeOf(change).made?.(tx, job, input);
  }),
};
