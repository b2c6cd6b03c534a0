// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as a caller's script would.
export type Json = any;

/** Calls the control API of the simulated world. */
export type Control = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => Promise<Json>;

/** An account as its platform knows it. */
export interface Visited {
  readonly platform: string;
  readonly account: string;
}

/** Something that a visitor does to an account: comment, message, review, mention …; gives what the simulator answers. */
export function visit(
  control: Control,
  { platform, account }: Visited,
  action: string,
  fields: Json = {},
): Promise<Json> {
  return control('POST', 'strangers', { platform, account, action, ...fields });
}
