import { invalidField } from './errors.ts';

export type Body = Readonly<Record<string, unknown>>;

/** A text, or undefined when it is absent or null. */
export function textOf(body: Body, name: string): string | undefined {
  const value = body[name] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw invalidField(name, `${name} must be a string.`);
  return value;
}

export function objectOf(body: Body, name: string): Body | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidField(name, `${name} must be an object.`);
  return value as Body;
}

export function checkUrl(field: string, url: string): void {
  const isWeb = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
  if (!isWeb) throw invalidField(field, 'Invalid URL.', url);
}
