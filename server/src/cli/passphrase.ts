import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Config } from '../config/config.ts';
import { PASSPHRASE_LENGTH_MIN } from '../config/env.ts';
import { CommandError } from './command.ts';

/** The passphrase of BACKUP_PASSPHRASE, else one that is typed and not shown. Throws CommandError where nobody can type. */
export async function readPassphrase({ backupPassphrase }: Config): Promise<string> {
  if (backupPassphrase !== undefined) return backupPassphrase;
  if (!process.stdin.isTTY) throw new CommandError('Set BACKUP_PASSPHRASE to the passphrase of the secrets.');
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write('Passphrase: ');
  const typed = await terminal.question('').finally(() => terminal.close());
  process.stderr.write('\n');
  if (typed.length < PASSPHRASE_LENGTH_MIN)
    throw new CommandError(`The passphrase has at least ${PASSPHRASE_LENGTH_MIN} characters.`);
  return typed;
}
