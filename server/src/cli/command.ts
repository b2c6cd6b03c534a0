import type { Config } from '../config/config.ts';

/** One option of a command. With `value` it takes a value, which the help shows by that word; else it is a switch. */
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

interface CommandInput<Options> {
  readonly options: Options;
  /** The words after the command, as many as `takes` names. */
  readonly words: readonly string[];
  readonly config: Config;
  /** Prints a line at once: for people, or with `--json` as a value. For commands whose output has no end. */
  readonly print: (text: string, json: unknown) => void;
  /** Tells people on the standard error how far the command is; silent with `--json`. */
  readonly note: (text: string) => void;
}

export interface CommandOutput {
  /** For people. */
  readonly text: string;
  /** The output with `--json`: one value. */
  readonly json: unknown;
  /** The process's exit code, one of `exitCodes`. Default: 0. */
  readonly exitCode?: number;
}

export interface Command<
  Specs extends OptionSpecs = OptionSpecs,
  Options = Readonly<Record<string, string | boolean | undefined>>,
> {
  /** As the operator types it: `workspaces create`. */
  readonly name: string;
  /** The name that it had before, of as many words. It still works. */
  readonly formerName?: string;
  readonly summary: string;
  /** Names of the words after the command's name. One that ends with `?` may be left out. */
  readonly takes?: readonly string[];
  /** Words that follow the name in a typical call. */
  readonly example: string;
  /** The meanings of the codes of `CommandOutput.exitCode`, beside `EXIT_CODES`. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  readonly options: Specs;
  run(input: CommandInput<Options>): Promise<CommandOutput>;
}

/** The exit codes of every command. */
export const EXIT_CODES = {
  0: 'done',
  1: 'failed, or a check found something wrong',
  2: 'the command line is wrong; nothing was done',
} as const;

/** Keeps the types of a command's options. */
export function defineCommand<const Specs extends OptionSpecs>(command: Command<Specs, Values<Specs>>): Command {
  return command as unknown as Command;
}

/** The failure of a command, such as for a missing thing. The message says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The command line is wrong, and nothing was done. */
export class UsageError extends CommandError {}
