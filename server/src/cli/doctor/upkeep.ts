import type { TenantDatabase } from '../../db/database.ts';
import { countRenewals } from '../../features/accounts/index.ts';
import { depthOf, QUEUE_NAMES } from '../../workers/index.ts';
import * as facts from './doctor.repository.ts';
import { type Finding, ok, wrong } from './finding.ts';

const DAY_MS = 86_400_000;
const SKEW_SECONDS_MAX = 5;
const WAITED_SECONDS_MAX = 300;
const BACKUP_DAYS_MAX = 7;

/** Finds clock skew, stale work, ending tokens, old backups and holds. */
export async function checkUpkeep(system: TenantDatabase): Promise<Finding[]> {
  return [
    await checkClock(system),
    await checkWork(system),
    await checkTokens(system),
    await checkBackup(system),
    await checkSuspensions(system),
  ];
}

/** Schedules follow the database's clock; tokens and signatures that of the machine. */
async function checkClock(system: TenantDatabase): Promise<Finding> {
  const before = Date.now();
  const there = await facts.clock(system);
  const seconds = Math.abs(there - (before + Date.now()) / 2) / 1000;
  if (seconds <= SKEW_SECONDS_MAX) return ok('clock', 'this machine and the database agree');
  return wrong(
    'clock',
    `this machine and the database differ by ${Math.round(seconds)} seconds`,
    'Let both follow the same time servers (NTP).',
  );
}

/** Work that is due and that nobody does: the workers are dead, or none runs. */
async function checkWork(system: TenantDatabase): Promise<Finding> {
  const waiting: string[] = [];
  for (const worker of QUEUE_NAMES) {
    const { due, oldestSeconds } = await depthOf(system, worker);
    if (oldestSeconds > WAITED_SECONDS_MAX)
      waiting.push(`${worker}: ${due} due, the oldest for ${Math.round(oldestSeconds / 60)} minutes`);
  }
  if (waiting.length === 0) return ok('due work', 'nothing waits for long');
  return wrong(
    'due work',
    waiting.join('; '),
    'Start a process with ROLE=all or ROLE=worker. If one runs, see its /health/ready and its log.',
  );
}

async function checkTokens(system: TenantDatabase): Promise<Finding> {
  const live = (await countRenewals(system)).filter(({ mode }) => mode === 'live');
  const parts = live.flatMap(({ platform, ending, lost }) => [
    ...(ending > 0 ? [`${platform}: ${ending} end within seven days`] : []),
    ...(lost > 0 ? [`${platform}: ${lost} have lost their access`] : []),
  ]);
  if (parts.length === 0) return ok('tokens', 'every live account has access for the next days');
  return wrong('tokens', parts.join('; '), 'Let their owners connect them again; docs/connecting.md shows how.');
}

async function checkBackup(system: TenantDatabase): Promise<Finding> {
  const { at, place: location, since } = await facts.backup(system);
  const days = (time: Date) => Math.floor((Date.now() - time.getTime()) / DAY_MS);
  if (at !== null && days(at) < BACKUP_DAYS_MAX) return ok('backup', `the last was made at ${at.toISOString()}`);
  if (at === null && since === null) return ok('backup', 'none yet; there is no live account');
  if (at === null && since !== null && days(since) < BACKUP_DAYS_MAX) return ok('backup', 'none yet');
  return wrong(
    'backup',
    at === null ? 'none was made' : `the last was made ${days(at)} days ago (${location})`,
    'Run it each night: npm run hubbub -- backup <folder or s3://…>',
  );
}

const COME_BACK = 'Read npm run hubbub -- restore report, then resume them with restore resume.';
/** Two installations that act for one workspace would publish twice, so nobody is asked to resume it. */
const MOVED =
  'What was exported and resumed at its new location: npm run hubbub -- workspaces delete <workspace> --only-here (docs/moving.md).';

async function checkSuspensions(system: TenantDatabase): Promise<Finding> {
  const suspended = await facts.suspendedWorkspaces(system);
  if (suspended.length === 0) return ok('suspended workspaces', 'none');
  return wrong(
    'suspended workspaces',
    `nothing is published for ${suspended.map(({ name, reason }) => `${name} (${reason})`).join(', ')}`,
    [
      ...(suspended.some(({ reason }) => reason === 'export') ? [MOVED] : []),
      ...(suspended.some(({ reason }) => reason !== 'export') ? [COME_BACK] : []),
    ].join(' '),
  );
}
