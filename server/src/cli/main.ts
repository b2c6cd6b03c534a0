import { toConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { printable } from '../lib/printable.ts';
import { clearCauseOf } from '../startup/exit.ts';
import { commands } from './commands/index.ts';
import { helpOf, helpOfAll } from './help.ts';
import { parse } from './parse.ts';

/** Runs one of the operator's commands and returns the process's exit code. */
async function run(args: readonly string[]): Promise<number> {
  const parsed = parse(args, commands);
  if (parsed === undefined) {
    console.log(helpOfAll(commands));
    return 0;
  }
  const { command, options, words, isJson, isHelp } = parsed;
  if (isHelp) {
    console.log(helpOf(command));
    return 0;
  }
  const print = (text: string, json: unknown) => console.log(isJson ? JSON.stringify(json) : printable(text));
  const { text, json, exitCode = 0 } = await command.run({ options, words, config: toConfig(readEnv()), print });
  print(text, json);
  return exitCode;
}

/** One line for faults that the operator can fix, the whole error for others. */
function report(error: unknown): void {
  const clear = clearCauseOf(error);
  console.error(clear === undefined ? error : printable(clear.message));
}

// Kept-alive connections would keep the process running.
process.exit(
  await run(process.argv.slice(2)).catch((error) => {
    report(error);
    return 1;
  }),
);
