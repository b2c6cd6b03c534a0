import { toConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { VERSION } from '../config/version.ts';
import { printable } from '../lib/printable.ts';
import { clearCauseOf } from '../startup/exit.ts';
import { type CommandOutput, UsageError } from './command.ts';
import { commands } from './commands/index.ts';
import { helpOf } from './help.ts';
import { type Parsed, parse, type Question, wantsJson } from './parse.ts';

const args = process.argv.slice(2);
const isJson = wantsJson(args);
const FAILED = 1;
const WRONG_LINE = 2;

function print(text: string, json: unknown): void {
  console.log(isJson ? JSON.stringify(json) : printable(text));
}

function note(text: string): void {
  if (!isJson) console.error(printable(text));
}

/** Runs one of the operator's commands and returns the process's exit code. */
async function run(): Promise<number> {
  const parsed: Parsed | Question = parse(args, commands);
  const { text, json, exitCode = 0 } = 'asks' in parsed ? response(parsed) : await execute(parsed);
  print(text, json);
  return exitCode;
}

function response(question: Question): CommandOutput {
  if (question.asks === 'version') return { text: VERSION, json: { version: VERSION } };
  const help = helpOf(question.about, commands);
  return { text: help, json: { help } };
}

async function execute({ command, options, words }: Parsed): Promise<CommandOutput> {
  return command.run({ options, words, config: toConfig(readEnv()), print, note });
}

/** One line for faults that the operator can fix, the whole error for others. */
function report(error: unknown): number {
  const exitCode = error instanceof UsageError ? WRONG_LINE : FAILED;
  const clear = clearCauseOf(error);
  const code = exitCode === WRONG_LINE ? 'usage_error' : clear === undefined ? 'internal_error' : 'failed';
  const message = (clear ?? (error as Error)).message;
  if (isJson) console.error(JSON.stringify({ error: message, code }));
  else console.error(clear === undefined ? error : printable(message));
  return exitCode;
}

// Kept-alive connections would keep the process running.
process.exit(await run().catch(report));
