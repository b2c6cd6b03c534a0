import { openStorage } from '../../../adapters/files/file-storage.ts';
import { connectors } from '../../../connectors/index.ts';
import { findMissingFiles, installation, type MissingFiles, reports, resumptions } from '../../../suspensions/index.ts';
import { defineCommand } from '../../command.ts';
import { findWorkspace } from '../../find-workspace.ts';
import { withStore } from '../../store.ts';
import { journalLine } from './journal-line.ts';

/** Missing files that the text names. */
const SHOWN_MAX = 20;

/** Platforms that renew an expired token by themselves. */
const RENEWING = Object.values(connectors)
  .filter(({ auth }) => auth.refresh !== undefined && auth.refreshAheadSeconds === undefined)
  .map(({ platform }) => platform);

/** The sentence of each finding, for its heading. */
const HEADINGS: Readonly<Record<reports.ReportedFinding['finding'], string>> = {
  in_doubt:
    'In doubt: the account has items that nothing here explains. Compare them; released as unconfirmed unless --in-doubt',
  unconfirmed: 'Unconfirmed: nobody can know whether it was sent. Look at the account, then resolve the target',
  unreadable_account: 'Waiting for the account to be reconnected',
  waiting: 'Waiting for the lookup',
  adopted: 'Adopted: it was published after the backup and counts as published now',
  cancelled: 'Cancelled: somebody took it back after the backup; it is never sent',
  absent: 'Held: it was not sent. After the release it goes out when it is due; a draft stays a draft',
  gone: 'Settled or deleted meanwhile',
};

export const reportRestore = defineCommand({
  name: 'restore report',
  summary: 'Say what is suspended after a restore, and what became of everything that was not finished',
  example: '--workspace acme',
  options: { workspace: { about: 'Only this workspace: its id or its name', value: 'W' } },

  async run({ config, options: { workspace } }) {
    return withStore(config, async ({ db: { system } }) => {
      const id = workspace === undefined ? undefined : (await findWorkspace(system, workspace)).id;
      const held = await reports.suspended(system, id);
      const { epoch, restored_at, backup_at, journal } = await installation.find(system);
      const sections = [];
      const storage = await openStorage(config);
      try {
        for (const tenant of held) {
          const ids = [tenant.tenant_id];
          sections.push({
            ...tenant,
            counts: await resumptions.count(system, ids),
            findings: await reports.findings(system, ids),
            accounts: await reports.accountsToReconnect(system, ids, RENEWING),
            missing_files: await findMissingFiles(system, storage, tenant.tenant_id),
          });
        }
      } finally {
        storage.close();
      }
      const json = { epoch, restored_at, backup_at, journal, held: sections };
      if (held.length === 0) return { text: 'No workspace is suspended.', json };
      const text = [journalLine(journal), ...sections.flatMap(toLines)].join('\n');
      return { text, json };
    });
  },
});

type Section = reports.SuspendedTenant & {
  readonly counts: resumptions.ResumeCounts;
  readonly findings: readonly reports.ReportedFinding[];
  readonly accounts: readonly reports.LostAccount[];
  readonly missing_files: MissingFiles;
};

function toLines(section: Section): string[] {
  const {
    workspace,
    workspace_id: id,
    mode,
    reason,
    since,
    counts,
    findings,
    accounts,
    missing_files: files,
  } = section;
  const kinds = Object.entries(HEADINGS).flatMap(([finding, heading]) => {
    const rows = findings.filter((one) => one.finding === finding);
    return rows.length === 0 ? [] : [`  ${heading} (${rows.length}):`, ...rows.map(toLine)];
  });
  return [
    '',
    `${workspace} (${id}), ${mode}: suspended by ${reason}, looked up since ${since.toISOString()}`,
    ...kinds,
    ...(accounts.length === 0 ? [] : [`  Accounts to reconnect (${accounts.length}):`]),
    ...accounts.map((account) => `    ${account.id}  ${account.platform} ${account.username}: ${account.reason}`),
    ...(files.count === 0 ? [] : [`  Stored files that are missing; what needs them fails (${files.count}):`]),
    ...files.keys.slice(0, SHOWN_MAX).map((key) => `    ${key}`),
    ...(files.count > SHOWN_MAX ? [`    and ${files.count - SHOWN_MAX} more (--json names up to 100)`] : []),
    `  A release sends ${counts.due_now} at once; ${counts.overdue} are more than an hour late; ${counts.due_later} are due later.`,
    `  Deliveries that wait: ${counts.deliveries}. Exports that wait: ${counts.exports}.`,
  ];
}

function toLine({
  action_id,
  kind,
  post_id,
  platform,
  username,
  due_at,
  reason,
  candidates,
}: reports.ReportedFinding): string {
  const what = [post_id ?? action_id, kind ?? 'deleted', 'on', platform, username];
  const due = due_at === null ? [] : [`due ${due_at.toISOString()}`];
  const items = candidates.map(({ platform_id: itemId, permalink }) => permalink ?? itemId);
  const more = [
    ...due,
    ...(reason === null ? [] : [reason]),
    ...(items.length === 0 ? [] : [`items: ${items.join(' ')}`]),
  ];
  return `    ${[what.join(' '), ...more].join('; ')}`;
}
