import { invalid } from './errors.ts';

export type Body = Readonly<Record<string, unknown>>;

/** Lengths of a pin's texts, in characters. */
export const lengths = { title: 100, description: 800, link: 2048, alt_text: 500, note: 500 } as const;

/** A text or undefined; null empties it. */
export function textField(body: Body, name: string, lengthMax: number): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalid(`'${name}' is not of type 'string'`);
  if ([...value].length > lengthMax) throw invalid(`'${name}' is longer than ${lengthMax} characters`);
  return value;
}

/** The texts of a pin; what is absent stays what it was. */
export function pinTexts(body: Body, before: PinTexts): PinTexts {
  const read = (name: keyof typeof lengths) =>
    name in body ? (textField(body, name, lengths[name]) ?? null) : before[name];
  const link = read('link');
  if (link) checkUrl('link', link);
  return {
    title: read('title'),
    description: read('description'),
    link,
    alt_text: read('alt_text'),
    note: read('note'),
  };
}

export interface PinTexts {
  readonly title: string | null;
  readonly description: string | null;
  readonly link: string | null;
  readonly alt_text: string | null;
  readonly note: string | null;
}

export const noTexts: PinTexts = { title: null, description: null, link: null, alt_text: null, note: null };

export function checkUrl(name: string, url: string): void {
  const isWeb = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
  if (!isWeb) throw invalid(`'${name}' is not a valid URL`);
}

export function colorOf(body: Body): string {
  const { dominant_color: color } = body;
  if (color === undefined || color === null) return '#6E7874';
  if (typeof color !== 'string' || !/^#[0-9a-f]{6}$/i.test(color)) throw invalid("'dominant_color' is not a color");
  return color;
}
