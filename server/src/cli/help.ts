import { type Command, EXIT_CODES } from './command.ts';

const CALL = 'npm run hubbub --';

/** The help about a command, about a group such as `keys`, or about everything: ''. */
export function helpOf(about: string, commands: readonly Command[]): string {
  const command = commands.find(({ name }) => name === about);
  const below = commands.filter(({ name }) => about === '' || name.startsWith(`${about} `));
  return command === undefined ? helpOfGroup(about, below) : helpOfCommand(command, below);
}

/** The way in which a command is typed. */
export function usageOf({ name, takes = [], options }: Command): string {
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  return [
    name,
    ...takes.map((word) => (word.endsWith('?') ? `[${word.slice(0, -1)}]` : `<${word}>`)),
    ...required.map(([option, { value }]) => `--${option} ${value}`),
    '[options]',
  ].join(' ');
}

/** A typical call of a command. */
export function exampleOf({ name, example }: Command): string {
  return `${CALL} ${name} ${example}`.trimEnd();
}

/** The options of a command with what they mean, those of every command last. */
export function optionRows({ options }: Command): (readonly [flag: string, about: string])[] {
  return [
    ...Object.entries(options).map(([name, { value, oneOf, isRequired, about }]) => {
      const flag = value === undefined ? `--${name}` : `--${name} ${oneOf?.join('|') ?? value}`;
      return [flag, isRequired ? `${about} (required)` : about] as const;
    }),
    ['--json', 'Print JSON'],
    ['--help', 'Print this'],
  ];
}

/** The exit codes of a command, in their order. */
function exitCodeRows({ exitCodes = {} }: Pick<Command, 'exitCodes'>): [string, string][] {
  return Object.entries({ ...EXIT_CODES, ...exitCodes });
}

function helpOfGroup(group: string, commands: readonly Command[]): string {
  const call = [CALL, ...(group === '' ? [] : [group]), '<command> [options]'].join(' ');
  return [
    `Usage: ${call}${group === '' ? '     most work with and without a running service' : ''}`,
    '',
    ...listOf(commands),
    '',
    `More about a command: ${CALL} help <command>`,
    ...(group === '' ? [`The version: ${CALL} --version`] : []),
    'Every command takes --json; "npm run --silent hubbub -- …" prints nothing else.',
  ].join('\n');
}

function helpOfCommand(command: Command, below: readonly Command[]): string {
  return [
    `Usage: ${CALL} ${usageOf(command)}`,
    '',
    command.summary,
    '',
    'Options:',
    ...columns(optionRows(command)),
    '',
    'Exit codes:',
    ...columns(exitCodeRows(command)),
    '',
    'Example:',
    `  ${exampleOf(command)}`,
    ...(below.length === 0 ? [] : ['', 'See also:', ...listOf(below)]),
  ].join('\n');
}

function listOf(commands: readonly Command[]): string[] {
  return columns(commands.map((command) => [usageOf(command).replace(/ \[options\]$/, ''), command.summary]));
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
