/** A code as a log may show it; undefined where a text stands in its place. */
export function codeOf(code: string | undefined): string | undefined {
  return code !== undefined && /^[\w.:/-]{1,64}$/.test(code) ? code : undefined;
}
