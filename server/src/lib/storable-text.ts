/** Whether a database can hold the text: no NUL characters, no halves of surrogate pairs. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** What a database cannot hold in a JSON value, or nobody means. */
export interface StorageFault {
  readonly path: readonly string[];
  readonly kind: 'text' | 'name' | 'depth';
}

/** The first text or name that cannot be stored, or the first place deeper than `depthMax`; undefined when all is well. */
export function storageFaultOf(
  value: unknown,
  depthMax: number,
  path: readonly string[] = [],
): StorageFault | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : { path, kind: 'text' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= depthMax) return { path: path.slice(0, 3), kind: 'depth' };
  for (const [name, part] of Object.entries(value)) {
    if (!isStorableText(name)) return { path, kind: 'name' };
    const fault = storageFaultOf(part, depthMax, [...path, name]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
