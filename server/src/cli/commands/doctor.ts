import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { asOwner } from '../../db/inspect.ts';
import { isUnfinished } from '../../db/unfinished-restore.ts';
import { clearCauseOf } from '../../startup/exit.ts';
import { defineCommand } from '../command.ts';
import { checkApps } from '../doctor/apps.ts';
import { checkMigrations, checkServer } from '../doctor/database.ts';
import { type Finding, ok, wrong } from '../doctor/finding.ts';
import { checkDataDir, checkDisk, checkFfmpeg, checkNode } from '../doctor/machine.ts';
import { checkMediaLocation } from '../doctor/media-location.ts';
import { checkVersions } from '../doctor/platforms.ts';
import { checkPublic } from '../doctor/public.ts';
import { checkSecrets } from '../doctor/secrets.ts';
import { checkService, strayService } from '../doctor/service.ts';
import { checkSettings } from '../doctor/settings.ts';
import { checkUpkeep } from '../doctor/upkeep.ts';
import { checkWalls } from '../doctor/walls.ts';
import { type Store, withStore } from '../store.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check this installation',
  example: '',
  options: {},

  async run({ config }) {
    // Only this command needs them, and loading them takes longer than the rest.
    const { connectors } = await import('../../connectors/index.ts');
    const { checkStorage } = await import('../doctor/storage.ts');
    const own = [checkNode(), checkDataDir(config), checkDisk(config), checkVersions(connectors, new Date())];
    const findings = [
      ...own,
      ...checkSettings(config),
      await checkFfmpeg(),
      await checkStorage(config),
      ...(await checkPublic(config)),
      ...(await checkRest(config)),
      checkApps(config),
    ];
    const width = Math.max(...findings.map(({ check }) => check.length));
    const text = findings.map((finding) => line(finding, width)).join('\n');
    const isOk = findings.every((finding) => finding.isOk);
    const json = { ok: isOk, checks: findings.map(({ isOk: ok, ...rest }) => ({ ...rest, ok })) };
    return { text, json, exitCode: isOk ? 0 : 1 };
  },
});

async function checkRest(config: Config): Promise<Finding[]> {
  // A check makes nothing.
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'pg')))
    return [
      strayService(config) ?? ok('database', 'none yet; the first start makes it'),
      await checkSecrets(config, undefined),
    ];
  try {
    return await withStore(config, (store) => checkStore(config, store), { migrates: false });
  } catch (error) {
    const clear = clearCauseOf(error);
    if (clear === undefined) throw error;
    return [wrong('database', clear.message, 'Fix this first; the other checks need the database.')];
  }
}

async function checkStore(config: Config, store: Store): Promise<Finding[]> {
  const { databaseUrl, db } = store;
  const migrations = await checkMigrations(databaseUrl);
  const server = await checkServer(databaseUrl, config.databaseUrl === undefined);
  const service = await checkService(config, store);
  if (await asOwner(databaseUrl, isUnfinished))
    return [
      ...server,
      wrong('database', 'is half restored: the restore did not end', 'Run it again: npm run hubbub -- restore …'),
      ...service,
    ];
  if (!migrations.isOk) return [...server, migrations, ...service];
  return [
    ...server,
    migrations,
    ...(await checkWalls(databaseUrl)),
    await checkSecrets(config, db.system),
    await checkMediaLocation(config, db.system),
    ...(await checkUpkeep(db.system)),
    ...service,
  ];
}

function line({ check, isOk, detail, remedy }: Finding, width: number): string {
  const head = `${isOk ? 'ok  ' : 'FAIL'}  ${check.padEnd(width)}  ${detail}`;
  return remedy === undefined ? head : `${head.replace(/\.$/, '')}. ${remedy}`;
}
