import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './command.ts';

/** Asks on the terminal, without showing what is typed. @throws CommandError without a terminal */
export async function askPassphrase(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) throw new CommandError('A passphrase is needed: set BACKUP_PASSPHRASE.');
  stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: true });
  const response = await terminal.question('').finally(() => {
    terminal.close();
    stderr.write('\n');
  });
  if (response === '') throw new CommandError('The passphrase must not be empty.');
  return response;
}
