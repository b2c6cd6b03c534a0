import type { Config } from '../config/config.ts';
import { SettingError } from '../config/env.ts';
import { VERSION } from '../config/version.ts';
import { asOwner, inspectServer, reasonOf, type ServerFacts, VERSION_MIN } from '../db/inspect.ts';
import { migrate } from '../db/migrate.ts';
import { MissingRightError } from '../db/rights.ts';
import { MigrationError } from '../db/run-migration.ts';
import { isUnfinished } from '../db/unfinished-restore.ts';

/** PostgreSQL's code for a database that does not exist. */
const UNKNOWN_DATABASE = '3D000';
const PREPARE = 'Make it: npm run hubbub -- database prepare --admin-url postgres://…';

/** Checks the server and runs pending migrations. Throws an error that `isClear`. */
export async function prepareDatabase(config: Config, url: string, { migrates = true } = {}): Promise<ServerFacts> {
  try {
    const facts = await inspectServer(url);
    if (facts.version < VERSION_MIN)
      throw new MigrationError(
        `PostgreSQL ${facts.version} is too old for Hubbub. Use PostgreSQL ${VERSION_MIN} or newer.`,
      );
    if (migrates) {
      if (await asOwner(url, isUnfinished)) throw unfinished(config);
      await runMigrations(url);
    }
    return facts;
  } catch (error) {
    if (error instanceof SettingError || error instanceof MigrationError || error instanceof MissingRightError)
      throw error;
    const setting = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
    // The server answered and a migration was wrong: host and password are not to blame.
    if (isOfMigration(error)) throw new SettingError(setting, `leads to a database whose ${reasonOf(error)}.`);
    if (config.databaseUrl === undefined)
      throw new SettingError('DATA_DIR', `${config.dataDir} holds a database that cannot be used: ${reasonOf(error)}.`);
    if ((error as { code?: string }).code === UNKNOWN_DATABASE)
      throw new SettingError('DATABASE_URL', `cannot be used: ${reasonOf(error)}. ${PREPARE}`);
    throw new SettingError(
      'DATABASE_URL',
      `cannot be used: ${reasonOf(error)}. Check host, user, password and database, or leave it empty for the embedded database.`,
    );
  }
}

function unfinished({ databaseUrl }: Config): SettingError {
  return new SettingError(
    databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL',
    'leads to a database that is half restored: the restore did not end. Run it again: npm run hubbub -- restore …',
  );
}

/** Runs pending migrations and returns their names. Says when one has to wait. */
export function runMigrations(url: string): Promise<string[]> {
  return migrate(url, { version: VERSION, onWait: (line) => console.error(line) });
}

function isOfMigration(error: unknown): boolean {
  return (error as Error).message?.startsWith('migration ') === true;
}
