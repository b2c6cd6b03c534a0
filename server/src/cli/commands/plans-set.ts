import { PLAN_NAMES } from '../../core/billing/plans.ts';
import { toInstant } from '../../core/instant.ts';
import { usage } from '../../features/usage/index.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { CommandError, defineCommand, UsageError } from '../command.ts';
import { findWorkspace, workspaceOption } from '../find-workspace.ts';
import { withStore } from '../store.ts';

export const setPlan = defineCommand({
  name: 'plans set',
  summary: 'Move a workspace to another plan, at once',
  example: '--workspace acme --plan pro --period-start 2027-01-31',
  options: {
    workspace: workspaceOption,
    plan: { about: 'The new plan', value: 'P', isRequired: true, oneOf: PLAN_NAMES },
    'period-start': {
      about: 'The start of a billing period, such as 2027-01-31; they go on by the month. Default: as before',
      value: 'T',
    },
  },

  async run({ options: { workspace: word, plan, 'period-start': periodStart }, config }) {
    const start = periodStart === undefined ? undefined : toPeriodStart(periodStart);
    if (start !== undefined && plan === 'free')
      throw new CommandError(
        '--period-start needs a paid plan: periods of the Free plan take 30 days from the creation.',
      );
    return withStore(config, async ({ db: { system } }) => {
      const workspace = await findWorkspace(system, word);
      await workspaces.setSubscription(system, workspace.id, {
        plan,
        period: start === undefined ? undefined : { start },
      });
      const live = await workspaces.tenantOf(system, workspace.id, 'live');
      const { periodStart: from, periodEnd: to } = await usage.current(system, live);
      const period = { period_start: from.toISOString(), period_end: to.toISOString() };
      const text = [
        `${workspace.id} ${JSON.stringify(workspace.name)}: ${workspace.plan} → ${plan}`,
        `Period  ${period.period_start} to ${period.period_end}`,
      ].join('\n');
      return { text, json: { id: workspace.id, name: workspace.name, plan, ...period } };
    });
  },
});

function toPeriodStart(text: string): Date {
  const start = toInstant(text);
  if (start === undefined)
    throw new UsageError(`--period-start must be a date, or a date and time, such as 2027-01-31T09:00:00Z.`);
  if (start.getTime() > Date.now()) throw new UsageError('--period-start must not lie ahead.');
  return start;
}
