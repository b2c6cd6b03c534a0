import { SettingError } from './config/config.ts';
import { EmbeddedPostgresError } from './lib/postgres/index.ts';

/** Ends the process with one clear line for faults that the operator can mend, else with the whole error. */
export function fail(error: unknown): never {
  if (error instanceof SettingError || error instanceof EmbeddedPostgresError)
    console.error(`Hubbub cannot start: ${error.message}`);
  else console.error('Hubbub cannot start:', error);
  process.exit(1);
}
