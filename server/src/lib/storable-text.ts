/** Whether PostgreSQL can store the text: it has no NUL characters and no lone surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A part of a JSON value that PostgreSQL cannot store. */
export interface StorageFault {
  readonly path: readonly string[];
  readonly kind: 'text' | 'name';
}

/** The first text or name that cannot be stored. Undefined when there is none. */
export function storageFaultOf(value: unknown, path: readonly string[] = []): StorageFault | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : { path, kind: 'text' };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (!isStorableText(name)) return { path, kind: 'name' };
    const fault = storageFaultOf(part, [...path, name]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** A copy in which every text can be stored: NUL characters and lone surrogates become U+FFFD. Dates stay as they are. */
export function toStorable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed() as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(toStorable) as T;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [toStorable(name), toStorable(part)])) as T;
}
