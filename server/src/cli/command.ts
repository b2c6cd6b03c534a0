import type { Config } from '../config/config.ts';

/** One option of a command. With `value` it takes one (the word stands for it in the help), else it is a switch. */
export interface OptionSpec {
  readonly about: string;
  readonly value?: string;
  readonly isRequired?: true;
  readonly oneOf?: readonly string[];
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type ValueOf<Spec extends OptionSpec> = Spec extends { value: string }
  ?
      | (Spec extends { oneOf: readonly (infer Word)[] } ? Word : string)
      | (Spec extends { isRequired: true } ? never : undefined)
  : boolean;

export type Values<Specs extends OptionSpecs> = { readonly [Name in keyof Specs]: ValueOf<Specs[Name]> };

export interface CommandInput<Options> {
  readonly options: Options;
  /** The words after the command; as many as it names in `takes`. */
  readonly words: readonly string[];
  readonly config: Config;
}

export interface CommandOutput {
  /** For people. */
  readonly text: string;
  /** What `--json` prints instead. */
  readonly json: unknown;
  /** The process's exit code; 0 without it. */
  readonly exitCode?: number;
}

export interface Command<
  Specs extends OptionSpecs = OptionSpecs,
  Options = Readonly<Record<string, string | boolean | undefined>>,
> {
  /** As it is typed: `workspaces create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the words that it takes after its name. */
  readonly takes?: readonly string[];
  readonly options: Specs;
  run(input: CommandInput<Options>): Promise<CommandOutput>;
}

/** Keeps the types of a command's options. */
export function defineCommand<const Specs extends OptionSpecs>(command: Command<Specs, Values<Specs>>): Command {
  return command as unknown as Command;
}

/** A command line that cannot be understood, or a thing that is not there; the message says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
