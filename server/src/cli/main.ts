import { toConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { isClear } from '../fail.ts';
import { commands } from './commands/index.ts';
import { helpOf, helpOfAll } from './help.ts';
import { parse } from './parse.ts';

/** The operator's commands: runs one and returns the process's exit code. */
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
  const { text, json, exitCode = 0 } = await command.run({ options, words, config: toConfig(readEnv()) });
  console.log(isJson ? JSON.stringify(json) : text);
  return exitCode;
}

/** One clear line for what the operator can mend, the whole error for the rest. */
function report(error: unknown): void {
  console.error(isClear(error) ? error.message : error);
}

// Connections that are kept alive would hold the process.
process.exit(
  await run(process.argv.slice(2)).catch((error) => {
    report(error);
    return 1;
  }),
);
