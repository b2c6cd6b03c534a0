import { z } from 'zod';

/** Names of JSON types in messages. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
};

/** The message of an issue for callers; undefined: the schema library's own message. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      // A missing value has its own message.
      return issue.input === undefined ? undefined : `must be ${kindOf(issue.expected)}, not ${sent(issue.input)}`;
    case 'invalid_union':
      return unionWords(issue.errors);
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be a full address, such as https://example.com/' : undefined;
    default:
      return undefined;
  }
}

function amount(origin: string, bound: string, number: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined
    ? `be ${bound} ${number}`
    : `have ${bound} ${number} ${Number(number) === 1 ? unit[0] : unit[1]}`;
}

function unionWords(branches: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const kinds = branches.flatMap(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? [kindOf(first.expected)] : [],
  );
  return kinds.length === branches.length ? `must be ${[...new Set(kinds)].join(' or ')}` : undefined;
}

function kindOf(expected: string): string {
  return KINDS[expected] ?? expected;
}

function sent(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : String(value);
  return kindOf(typeof value);
}

/** Installs these messages for all schemas that have none of their own. */
export function speakPlainly(): void {
  z.config({ customError: wordsOf });
}
