import { parseArgs } from 'node:util';
import { closest } from '../lib/closest.ts';
import { type Command, type OptionSpec, UsageError } from './command.ts';

/** A command that is to run. */
export interface Parsed {
  readonly command: Command;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
}

/** A call that only asks: for the version, or for help about a command or a group. `about` is empty for all. */
export type Question = { readonly asks: 'version' } | { readonly asks: 'help'; readonly about: string };

const COMMON = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;
const HELP = ['--help', '-h'];
const ASKING = [...HELP, '--version', '--json'];

/** Whether the arguments have the switch `--json`, also when the rest of them is wrong. */
export function wantsJson(args: readonly string[]): boolean {
  return args.slice(0, args.concat('--').indexOf('--')).includes('--json');
}

/** Finds the command or the question of the arguments. The longest name wins. Throws UsageError. */
export function parse(args: readonly string[], commands: readonly Command[]): Parsed | Question {
  const leading = args.slice(
    0,
    args.concat('-').findIndex((arg) => arg.startsWith('-')),
  );
  const flags = args.slice(leading.length);
  const onlyAsks = flags.every((flag) => ASKING.includes(flag));
  if (leading.length === 0 && onlyAsks && flags.includes('--version')) return { asks: 'version' };
  if (leading.length === 0 && onlyAsks && (args.length === 0 || flags.some((flag) => HELP.includes(flag))))
    return { asks: 'help', about: '' };
  if (leading[0] === 'help') return { asks: 'help', about: topicOf(leading.slice(1), commands) };
  const command = commandOf(leading, commands);
  if (command === undefined) {
    if (leading.length > 0 && onlyAsks && !flags.includes('--version'))
      return { asks: 'help', about: topicOf(leading, commands) };
    throw unknownCommand(leading, commands);
  }
  const { values, positionals } = readOptions(command, args.slice(command.name.split(' ').length));
  if (values.help === true) return { asks: 'help', about: command.name };
  const { takes = [] } = command;
  const missing = takes[positionals.length];
  if (missing !== undefined && !missing.endsWith('?')) throw new UsageError(`${command.name} needs <${missing}>.`);
  const extra = positionals[takes.length];
  if (extra !== undefined) throw new UsageError(`${command.name} does not take the word ${JSON.stringify(extra)}.`);
  const options = Object.entries(command.options).map(([name, spec]) => [name, check(name, spec, values[name])]);
  return { command, words: positionals, options: Object.fromEntries(options) };
}

/** The command with the longest name that these words begin with. */
function commandOf(words: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands
    .filter(({ name, formerName = name }) =>
      [name, formerName].some((one) => `${words.join(' ')} `.startsWith(`${one} `)),
    )
    .reduce<Command | undefined>((best, one) => (best && best.name.length > one.name.length ? best : one), undefined);
}

/** The name of a command or of a group. */
function topicOf(words: readonly string[], commands: readonly Command[]): string {
  const topic = words.join(' ');
  if (topic === '' || commands.some(({ name }) => `${name} `.startsWith(`${topic} `))) return topic;
  throw unknownCommand(words, commands);
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
      throw new UsageError(
        `${command.name} has no option --${unknown}.${suggestion === undefined ? '' : ` Did you mean --${suggestion}?`}`,
      );
    }
    throw new UsageError(`${command.name}: ${message.split('\n')[0]}`);
  }
}

function check(name: string, spec: OptionSpec, value: string | boolean | undefined): string | boolean | undefined {
  if (spec.value === undefined) return value === true;
  if (value === undefined && spec.isRequired) throw new UsageError(`--${name} ${spec.value} is missing: ${spec.about}`);
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') throw new UsageError(`--${name} must not be empty.`);
  if (spec.oneOf !== undefined && !spec.oneOf.includes(value)) {
    const suggestion = closest(value, spec.oneOf);
    throw new UsageError(
      `--${name} must be one of ${spec.oneOf.join(', ')}, not ${JSON.stringify(value)}.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`,
    );
  }
  return value;
}

function unknownCommand(leading: readonly string[], commands: readonly Command[]): UsageError {
  const all = 'All of them: npm run hubbub -- --help';
  const [first] = leading;
  if (first === undefined) return new UsageError(`A command must come first. ${all}`);
  const names = commands.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${first} `));
  if (group.length > 0 && leading.length === 1)
    return new UsageError(`The command ${first} needs a second word: ${group.join(', ')}. ${all}`);
  const typed = leading.slice(0, 2).join(' ');
  const suggestion = closest(typed, names) ?? closest(first, names.map(firstWord));
  const hints = [
    ...(suggestion === undefined ? [] : [`Did you mean: ${suggestion}?`]),
    ...(group.length === 0 ? [] : [`There are: ${group.join(', ')}.`]),
  ];
  return new UsageError([`There is no command ${JSON.stringify(typed)}.`, ...hints, all].join(' '));
}

function firstWord(name: string): string {
  return name.split(' ')[0] as string;
}
