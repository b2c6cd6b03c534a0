import { type Command, EXIT_CODES } from '../cli/command.ts';
import { exampleOf, optionRows, usageOf } from '../cli/help.ts';

/** docs/cli.md: every command, as its help tells it. */
export function cliPage(commands: readonly Command[]): string {
  const codes = Object.entries(EXIT_CODES).map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return `${[HEAD, ['| exit code | meaning |', '|---|---|', ...codes].join('\n'), ...commands.map(section)].join('\n\n')}\n`;
}

const HEAD = `# Commands

The operator's commands. Most of them work with and without a running service. \`npm run capabilities\` writes this page.

\`\`\`text
npm run hubbub -- <command> [options]
npm run hubbub -- help <command>       # the same as <command> --help
npm run hubbub -- keys                 # the commands of a group
npm run hubbub -- --version
\`\`\`

With \`--json\` a command prints one JSON value on the standard output, and errors as \`{"error", "code"}\` on the other. The code is \`usage_error\`, \`failed\` or \`internal_error\`. \`listen\` has no end, so it prints one value for each line. \`npm run --silent\` keeps npm's own lines away.`;

function section(command: Command): string {
  const { name, summary, exitCodes = {} } = command;
  const options = optionRows(command)
    .slice(0, -2)
    .map(([flag, about]) => `| \`${cell(flag)}\` | ${cell(about)} |`);
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `Exit code ${code}: ${meaning}.`);
  return [
    `## ${name}`,
    `${summary}.`,
    ['```text', `npm run hubbub -- ${usageOf(command)}`, '```'].join('\n'),
    ...(options.length === 0 ? [] : [['| option | meaning |', '|---|---|', ...options].join('\n')]),
    ...(codes.length === 0 ? [] : [codes.join(' ')]),
    `Example: \`${exampleOf(command)}\``,
  ].join('\n\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
