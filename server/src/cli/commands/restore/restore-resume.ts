import { createSettlingTools } from '../../../adapters/action-tools.ts';
import { connectors } from '../../../connectors/index.ts';
import type { Database } from '../../../db/database.ts';
import { resume, resumptions } from '../../../suspensions/index.ts';
import { CommandError, defineCommand, UsageError } from '../../command.ts';
import { withStore } from '../../store.ts';
import { type SuspendedTenant, suspendedOptions, suspendedTenants } from './suspended-tenants.ts';

const WAIT_SECONDS = 120;

export const resumeRestore = defineCommand({
  name: 'restore resume',
  formerName: 'restore release',
  summary: 'Resume suspended workspaces: what is due goes out; without --yes it only says what would happen',
  example: '--workspace acme --overdue fail --yes',
  options: {
    ...suspendedOptions,
    'in-doubt': { about: 'Send also what may have been sent; otherwise that becomes unconfirmed' },
    unchecked: { about: 'Do not wait for the lookups; what was not looked up counts as in doubt' },
    overdue: {
      about: 'What was due more than an hour ago: default fail',
      value: 'fail|publish',
      oneOf: ['fail', 'publish'],
    },
    only: {
      about: 'Posts or actions to which --in-doubt and --overdue publish are limited, with commas between',
      value: 'ID,ID',
    },
    'drop-deliveries': { about: 'Give up the deliveries to webhooks that wait; they can be replayed' },
    wait: {
      about: `Seconds to wait for accounts that another process works on: default ${WAIT_SECONDS}`,
      value: 'SECONDS',
    },
    yes: { about: 'Do it' },
  },

  async run({ config, options }) {
    return withStore(config, async ({ db }) => {
      const tenants = await suspendedTenants(db, options);
      const ids = tenants.map((tenant) => tenant.tenant_id);
      const requested = {
        freesInDoubt: options['in-doubt'],
        publishesOverdue: options.overdue === 'publish',
        dropsDeliveries: options['drop-deliveries'],
        only: await onlyOf(db, ids, options),
        waitSeconds: waitOf(options.wait),
      };
      const counts = await resumptions.count(db.system, ids);
      if (!options.unchecked) assertChecked(tenants, counts);
      const lines = [
        ...toLines(counts, requested),
        ...(requested.only === undefined
          ? []
          : [`Of those in doubt or late, only ${requested.only.join(', ')} go out.`]),
      ];
      const json = {
        workspaces: [...new Set(tenants.map(({ workspace_id: id }) => id))],
        ...counts,
        released: options.yes,
      };
      if (!options.yes) return { text: [...lines, 'Nothing was changed. Add --yes to do it.'].join('\n'), json };
      const [left] = await resume(db.system, createSettlingTools(db, connectors), ids, requested);
      if (left !== undefined)
        throw new CommandError(
          `Another process works on the account of ${left.actionId}, and did not end within ${requested.waitSeconds} seconds. Nothing was resumed. Run this again later.`,
        );
      return { text: [...lines, 'Resumed.'].join('\n'), json };
    });
  },
});

function waitOf(text = String(WAIT_SECONDS)): number {
  if (!/^\d{1,5}$/.test(text)) throw new UsageError('--wait must be a whole number of seconds.');
  return Number(text);
}

/** The ids of --only. @throws CommandError when they limit nothing, or one of them names nothing that waits. */
async function onlyOf(
  { system }: Database,
  tenantIds: readonly string[],
  {
    only,
    'in-doubt': freesInDoubt,
    overdue,
  }: { only: string | undefined; 'in-doubt': boolean; overdue: string | undefined },
): Promise<readonly string[] | undefined> {
  if (only === undefined) return undefined;
  const ids = only.split(',').map((id) => id.trim());
  if (!freesInDoubt && overdue !== 'publish')
    throw new UsageError('--only limits --in-doubt or --overdue publish: add one of them.');
  const [unknown] = await resumptions.unknownIds(system, tenantIds, ids);
  if (unknown !== undefined)
    throw new CommandError(`${JSON.stringify(unknown)} is no post or action that waits here: see restore report.`);
  return ids;
}

function assertChecked(tenants: readonly SuspendedTenant[], { unchecked }: resumptions.ResumeCounts): void {
  const later = 'or add --unchecked';
  const unasked = tenants.find(({ reason, checking_since: at }) => reason === 'import' && at === null);
  if (unasked !== undefined)
    throw new CommandError(
      `Nobody looked up what the old installation of ${unasked.workspace} sent. Stop it, then: npm run hubbub -- restore check --workspace ${unasked.workspace_id}, ${later}.`,
    );
  if (unchecked > 0)
    throw new CommandError(
      `${unchecked} are not looked up yet. See why with restore report: wait for the running service, reconnect the accounts, ${later}.`,
    );
}

function toLines(
  { in_doubt, overdue, due_now, due_later, deliveries, exports }: resumptions.ResumeCounts,
  requested: { readonly freesInDoubt: boolean; readonly publishesOverdue: boolean; readonly dropsDeliveries: boolean },
): string[] {
  return [
    `Go out at once: ${due_now}. Due later: ${due_later}.`,
    `More than an hour late: ${overdue}, ${requested.publishesOverdue ? 'which go out at once' : 'which fail and can be retried'}.`,
    `In doubt: ${in_doubt}, ${requested.freesInDoubt ? 'which are sent and may come twice' : 'which become unconfirmed'}.`,
    `Deliveries: ${deliveries}, ${requested.dropsDeliveries ? 'which are given up' : 'which are sent'}. Exports: ${exports}.`,
  ];
}
