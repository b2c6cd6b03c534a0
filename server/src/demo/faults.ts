import { type Stage, StepFailed, simulator } from './stage.ts';

interface Break {
  /** The step before which the fault is set. */
  readonly before: string;
  inject(stage: Stage): Promise<unknown>;
}

const fault = (wish: Record<string, unknown>) => (stage: Stage) =>
  simulator(stage, 'POST', '/control/faults', { times: 0, ...wish });

const receiverAnswers = (status: number) => (stage: Stage) =>
  simulator(stage, 'PUT', '/receiver/demo/behaviour', { status });

const refused = {
  kind: 'body',
  status: 403,
  body: { title: 'Forbidden', error: 'forbidden', detail: 'refused by the demo' },
};

/** For each step a fault of the simulator that must make it fail: the proof that the demo looks. */
const BREAKS: Readonly<Record<string, Break>> = {
  connect: { before: 'connect', inject: fault({ kind: 'server_error', status: 503, platform: 'mastodon' }) },
  webhook: { before: 'webhook', inject: receiverAnswers(500) },
  publish: { before: 'publish', inject: fault({ ...refused, platform: 'twitter', operation: 'publish' }) },
  comment: { before: 'comment', inject: fault({ kind: 'server_error', status: 503, platform: 'mastodon' }) },
  reply: { before: 'reply', inject: fault({ ...refused, platform: 'twitter', operation: 'reply' }) },
  events: { before: 'publish', inject: receiverAnswers(500) },
};

/** Sets the fault of `broken` when it is this step's turn. */
export async function breakBefore(stage: Stage, step: string, broken: string | undefined): Promise<void> {
  if (broken === undefined) return;
  const found = BREAKS[broken];
  if (found === undefined) throw new StepFailed(`--break takes one of ${Object.keys(BREAKS).join(', ')}`);
  if (found.before === step) await found.inject(stage);
}
