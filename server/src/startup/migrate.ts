import type { Config } from '../config/config.ts';
import { SettingError } from '../config/env.ts';
import { asOwner, inspectServer, type ServerFacts, VERSION_MIN } from '../db/inspect.ts';
import { migrate } from '../db/migrate.ts';
import { isUnfinished } from '../db/unfinished-restore.ts';

/** Checks the server and runs pending migrations. Throws SettingError with the reason. */
export async function prepareDatabase(config: Config, url: string, { migrates = true } = {}): Promise<ServerFacts> {
  try {
    const facts = await inspectServer(url);
    if (facts.version < VERSION_MIN)
      throw new Error(`PostgreSQL ${facts.version} is too old, ${VERSION_MIN} or newer is needed`);
    if (migrates) {
      if (await asOwner(url, isUnfinished)) throw unfinished(config);
      await migrate(url);
    }
    return facts;
  } catch (error) {
    if (error instanceof SettingError) throw error;
    if (config.databaseUrl === undefined)
      throw new SettingError('DATA_DIR', `${config.dataDir} holds a database that cannot be used: ${reasonOf(error)}.`);
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

/** One line of an error. A failed connection to several addresses has no message, only inner errors. */
function reasonOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  if (/permission denied to (create|alter|grant) role/.test(message))
    return `${message}; its user needs CREATEROLE, because the service logs in as roles of its own`;
  return (message || errors?.[0]?.message || code || String(error)).split('\n')[0] as string;
}
