import type { Command } from './command.ts';

const CALL = 'npm run hubbub --';

/** All commands, or those of one group. */
export function helpOfAll(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => usage(command).length)) + 2;
  return [
    `Usage: ${CALL} <command> [options]     most work with and without a running service`,
    '',
    ...commands.map((command) => `  ${usage(command).padEnd(width)}${command.summary}`),
    '',
    `Options of a command: ${CALL} <command> --help`,
    'Every command takes --json; "npm run --silent hubbub -- …" prints nothing else.',
  ].join('\n');
}

export function helpOf(command: Command): string {
  const rows = [
    ...Object.entries(command.options).map(([name, { value, oneOf, isRequired, about }]) => {
      const flag = value === undefined ? `--${name}` : `--${name} ${oneOf?.join('|') ?? value}`;
      return [flag, isRequired ? `${about} (required)` : about] as const;
    }),
    ['--json', 'Print JSON'] as const,
    ['--help', 'Print this'] as const,
  ];
  const width = Math.max(...rows.map(([flag]) => flag.length)) + 2;
  return [
    `Usage: ${CALL} ${usage(command)} [options]`,
    '',
    command.summary,
    '',
    ...rows.map(([flag, about]) => `  ${flag.padEnd(width)}${about}`),
  ].join('\n');
}

function usage({ name, takes = [], options }: Command): string {
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  return [
    name,
    ...takes.map((word) => (word.endsWith('?') ? `[${word.slice(0, -1)}]` : `<${word}>`)),
    ...required.map(([option, { value }]) => `--${option} ${value}`),
  ].join(' ');
}
