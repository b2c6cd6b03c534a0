import { parseArgs } from 'node:util';
import { closest } from '../lib/closest.ts';
import { type Command, CommandError, type OptionSpec } from './command.ts';

export interface Parsed {
  readonly command: Command;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

const COMMON = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;

/** Finds the command of the arguments; undefined when they ask for the general help. Throws CommandError. */
export function parse(args: readonly string[], commands: readonly Command[]): Parsed | undefined {
  const leading = args.slice(
    0,
    args.concat('-').findIndex((arg) => arg.startsWith('-')),
  );
  if (leading.length === 0 && args.every((arg) => arg === '--help' || arg === '-h')) return undefined;
  const command = commands.find(({ name }) => `${leading.join(' ')} `.startsWith(`${name} `));
  if (command === undefined) {
    const isGroup = commands.some(({ name }) => name.startsWith(`${leading[0]} `));
    if ((leading[0] === 'help' && leading.length === 1) || (isGroup && leading.length === 1 && asksForHelp(args)))
      return undefined;
    throw unknownCommand(leading, commands);
  }
  const rest = args.slice(command.name.split(' ').length);
  const { values, positionals } = readOptions(command, rest);
  const parsed = { command, words: positionals, isJson: values.json === true, isHelp: values.help === true };
  if (parsed.isHelp) return { ...parsed, options: {} };
  const { takes = [] } = command;
  const missing = takes[positionals.length];
  if (missing !== undefined && !missing.endsWith('?')) throw new CommandError(`${command.name} needs <${missing}>.`);
  const extra = positionals[takes.length];
  if (extra !== undefined) throw new CommandError(`${command.name} does not take the word ${JSON.stringify(extra)}.`);
  const options = Object.entries(command.options).map(([name, spec]) => [name, check(name, spec, values[name])]);
  return { ...parsed, options: Object.fromEntries(options) };
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

function readOptions(command: Command, args: readonly string[]) {
  const options = Object.entries(command.options).map(([name, { value }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(options), ...COMMON },
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Readonly<Record<string, string | boolean | undefined>>, positionals };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && unknown !== undefined) {
      const suggestion = closest(unknown, [...Object.keys(command.options), 'json', 'help']);
      throw new CommandError(
        `${command.name} has no option --${unknown}.${suggestion === undefined ? '' : ` Did you mean --${suggestion}?`}`,
      );
    }
    throw new CommandError(`${command.name}: ${message.split('\n')[0]}`);
  }
}

function check(name: string, spec: OptionSpec, value: string | boolean | undefined): string | boolean | undefined {
  if (spec.value === undefined) return value === true;
  if (value === undefined && spec.isRequired)
    throw new CommandError(`--${name} ${spec.value} is missing: ${spec.about}`);
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') throw new CommandError(`--${name} must not be empty.`);
  if (spec.oneOf !== undefined && !spec.oneOf.includes(value)) {
    const suggestion = closest(value, spec.oneOf);
    throw new CommandError(
      `--${name} must be one of ${spec.oneOf.join(', ')}, not ${JSON.stringify(value)}.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`,
    );
  }
  return value;
}

function unknownCommand(leading: readonly string[], commands: readonly Command[]): CommandError {
  const all = 'All of them: npm run hubbub -- --help';
  if (leading.length === 0) return new CommandError(`A command must come first. ${all}`);
  const names = commands.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${leading[0]} `));
  if (group.length > 0 && leading.length === 1)
    return new CommandError(`The command ${leading[0]} needs a second word: ${group.join(', ')}. ${all}`);
  const typed = leading.slice(0, 2).join(' ');
  const suggestion = closest(typed, names) ?? closest(leading[0] as string, names.map(firstWord));
  const hint =
    group.length > 0
      ? ` There are: ${group.join(', ')}.`
      : suggestion === undefined
        ? ''
        : ` Did you mean: ${suggestion}?`;
  return new CommandError(`There is no command ${JSON.stringify(typed)}.${hint} ${all}`);
}

function firstWord(name: string): string {
  return name.split(' ')[0] as string;
}
