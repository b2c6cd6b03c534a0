import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { CommandError } from '../../command.ts';

/** The location of the journal of intents. @throws CommandError when the operator named a folder that is not there */
export function journalLocation(named: string | undefined, { intentJournal }: Config): string {
  if (named !== undefined && !named.includes('://') && !existsSync(named))
    throw new CommandError(`--intents: there is no folder ${resolve(named)}.`);
  return named ?? intentJournal;
}
