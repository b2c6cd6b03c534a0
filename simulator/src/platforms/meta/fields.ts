import { GraphError } from './errors.ts';

/** One request of a `fields` parameter: `messages.limit(5){id,text}` is a name, arguments and options inside. */
export interface FieldOptions {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  /** Null when there are no braces. */
  readonly fields: readonly FieldOptions[] | null;
}

/** Field expansion as in https://developers.facebook.com/docs/graph-api/guides/field-expansion. Throws 2500. */
export function parseFields(text: string): FieldOptions[] {
  const reader = new Reader(text);
  const fields = readList(reader);
  if (!reader.isAtEnd) throw reader.error('end of string');
  return fields;
}

export function optionsFor(name: string): FieldOptions {
  return { name, args: {}, fields: null };
}

function readList(reader: Reader): FieldOptions[] {
  const fields = [readField(reader)];
  while (reader.take(',')) fields.push(readField(reader));
  return fields;
}

function readField(reader: Reader): FieldOptions {
  const name = reader.takeName();
  const args: Record<string, string> = {};
  while (reader.take('.')) {
    const argument = reader.takeName();
    reader.expect('(');
    args[argument] = reader.takeUntil(')');
  }
  if (!reader.take('{')) return { name, args, fields: null };
  const fields = readList(reader);
  reader.expect('}');
  return { name, args, fields };
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at >= this.#text.length;
  }

  take(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  expect(character: string): void {
    if (!this.take(character)) throw this.error(`"${character}"`);
  }

  takeName(): string {
    this.#skipSpace();
    const name = /^\w+/.exec(this.#text.slice(this.#at))?.[0];
    if (name === undefined) throw this.error('a field name');
    this.#at += name.length;
    return name;
  }

  takeUntil(character: string): string {
    const end = this.#text.indexOf(character, this.#at);
    if (end === -1) throw this.error(`"${character}"`);
    const value = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return value.trim();
  }

  error(expected: string): GraphError {
    const found = this.isAtEnd ? 'end of string' : `"${this.#text[this.#at]}"`;
    const message = `Syntax error "Expected ${expected} instead of ${found}." at character ${this.#at}: ${this.#text}`;
    return new GraphError({ message, code: 2500 });
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}
