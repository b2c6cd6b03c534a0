/** A text among options that may be unchecked; undefined when it is empty or something else. */
export function textOption(options: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A web address among such options. */
export function addressOption(options: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = textOption(options, name);
  return value !== undefined && URL.canParse(value) ? value : undefined;
}
