import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { VERSION } from '../../../config/version.ts';
import { type MigrationState, migrationFiles, migrationState, newerSchema } from '../../../db/migrate.ts';
import { runMigrations } from '../../../startup/migrate.ts';
import { type CommandOutput, defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';

const EXIT_CODES = { up_to_date: 0, pending: 3, database_is_newer: 4 } as const;

export const migrateDatabase = defineCommand({
  name: 'migrate',
  summary: 'Run the pending migrations; with --check only list them',
  example: '--check',
  exitCodes: { 3: 'with --check: migrations are pending', 4: 'with --check: the database is newer' },
  options: {
    check: { about: 'Change nothing; the exit code tells the state' },
  },

  async run({ options: { check }, config }) {
    if (check) return report(await stateOf(config));
    return withStore(
      config,
      async ({ databaseUrl }) => {
        const ran = await runMigrations(databaseUrl);
        const lines = ran.length === 0 ? ['There was nothing to migrate.'] : ran.map((name) => `ran  ${name}`);
        return { text: lines.join('\n'), json: { version: VERSION, ran } };
      },
      { migrates: false },
    );
  },
});

async function stateOf(config: Config): Promise<MigrationState> {
  // A check makes nothing.
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'pg'))) {
    const known = await migrationFiles();
    return { known, pending: known, ahead: [] };
  }
  return withStore(config, ({ databaseUrl }) => migrationState(databaseUrl), { migrates: false });
}

function report({ known, pending, ahead }: MigrationState): CommandOutput {
  const state = ahead.length > 0 ? 'database_is_newer' : pending.length > 0 ? 'pending' : 'up_to_date';
  const text = {
    up_to_date: `The database is up to date: all ${known.length} migrations ran.`,
    pending: `Not run yet:\n${pending.map((name) => `  ${name}`).join('\n')}\nRun them: npm run hubbub -- migrate`,
    database_is_newer: `Hubbub cannot start: ${newerSchema(ahead, VERSION).message}`,
  }[state];
  return { text, json: { state, version: VERSION, pending, ahead }, exitCode: EXIT_CODES[state] };
}
