import { commands } from '../src/cli/commands/index.ts';
import { type Parsed, parse } from '../src/cli/parse.ts';
import { toConfig } from '../src/config/config.ts';
import { readEnv } from '../src/config/env.ts';
import { printable } from '../src/lib/printable.ts';
import type { Body, TestService } from './harness.ts';

/** What a command of the operator prints. */
export type Printed = { readonly text: string; readonly json: Body };

/** Runs a command of the operator beside the service; gives its text and its JSON. */
export async function operate(
  service: TestService,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Printed> {
  const { command, options, words } = parse(args, commands) as Parsed;
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir, ...more };
  const { text, json } = await command.run({
    options,
    words,
    config: toConfig(readEnv(settings)),
    print: () => {},
    note: () => {},
  });
  return { text: printable(text), json: JSON.parse(JSON.stringify(json)) };
}
