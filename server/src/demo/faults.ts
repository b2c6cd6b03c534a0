import { type Environment, StepFailed, simulator } from './environment.ts';

interface StepFault {
  /** The step before which the fault is set. */
  readonly before: string;
  inject(environment: Environment): Promise<unknown>;
}

const fault = (settings: Record<string, unknown>) => (environment: Environment) =>
  simulator(environment, 'POST', '/control/faults', { times: 0, ...settings });

const receiverResponds = (status: number) => (environment: Environment) =>
  simulator(environment, 'PUT', '/receiver/demo/behaviour', { status });

const rejected = {
  kind: 'body',
  status: 403,
  body: { title: 'Forbidden', error: 'forbidden', detail: 'rejected by the demo' },
};

/** For each step a fault of the simulator that must make it fail. It proves that the demo checks its results. */
const FAULTS: Readonly<Record<string, StepFault>> = {
  connect: { before: 'connect', inject: fault({ kind: 'server_error', status: 503, platform: 'mastodon' }) },
  webhook: { before: 'webhook', inject: receiverResponds(500) },
  publish: { before: 'publish', inject: fault({ ...rejected, platform: 'twitter', operation: 'publish' }) },
  comment: { before: 'comment', inject: fault({ kind: 'server_error', status: 503, platform: 'mastodon' }) },
  reply: { before: 'reply', inject: fault({ ...rejected, platform: 'twitter', operation: 'reply' }) },
  events: { before: 'publish', inject: receiverResponds(500) },
};

/** Sets the fault that breaks the step `broken`, when `step` is the one to set it before. */
export async function injectFaultBefore(
  environment: Environment,
  step: string,
  broken: string | undefined,
): Promise<void> {
  if (broken === undefined) return;
  const found = FAULTS[broken];
  if (found === undefined) throw new StepFailed(`--break takes one of ${Object.keys(FAULTS).join(', ')}`);
  if (found.before === step) await found.inject(environment);
}
