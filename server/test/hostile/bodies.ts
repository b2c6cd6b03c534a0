import { hostileTexts } from './texts.ts';

/** The body of a request; JSON unless it has a type. */
export interface HostileBody {
  readonly name: string;
  readonly content: Buffer;
  readonly contentType?: string;
}

/** The most that a body may have, less its frame. */
const LARGE = 1_040_000;
const MIDDLE = 60_000;

const body = (name: string, content: string | Buffer, contentType?: string): HostileBody => ({
  name,
  content: Buffer.from(content as string),
  ...(contentType === undefined ? {} : { contentType }),
});

/** JSON of a size that repeats one part. */
const filled = (start: string, part: string, between: string, end: string, bytes = LARGE) => {
  const count = Math.floor((bytes - start.length - end.length) / (part.length + between.length));
  return `${start}${`${part}${between}`.repeat(count)}${part}${end}`;
};

/** An object of many fields with different names. */
function manyFields(bytes: number, nameOf: (n: number) => string): string {
  const fields: string[] = [];
  for (let n = 0, length = 0; length < bytes; n++) {
    const field = `${JSON.stringify(nameOf(n))}:1`;
    fields.push(field);
    length += field.length + 1;
  }
  return `{${fields.join(',')}}`;
}

/** Fields of posts, and one that no operation has. */
const FIELDS = ['text', 'targets', 'media_ids', 'segments', 'platform_data', 'scheduled_at', 'timezone', 'no_such'];

const PARTS = ['1', '[]', '{}', '""', 'null', '"a"', '{"a":1}', '[[]]', '1e999', '"\\u0000"', '"\\ud800"'];

function shapes(): HostileBody[] {
  const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
  const fields = (name: string, bytes: number, nameOf: (n: number) => string) => body(name, manyFields(bytes, nameOf));
  return [
    ...[30, 40, 1000, 150_000].flatMap((depth) => [
      body(`${depth} arrays in each other`, nested('[', ']', depth)),
      body(`${depth} objects in each other`, `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
    ]),
    body('arrays without an end', '['.repeat(LARGE)),
    body('objects without an end', '{"a":'.repeat(LARGE / 5)),
    body('closing brackets only', ']}'.repeat(LARGE / 2)),
    ...PARTS.map((part) => body(`an array of ${part}`, filled('[', part, ',', ']'))),
    ...FIELDS.flatMap((field) => [
      body(`${field}: an array of numbers`, filled(`{"${field}":[`, '1', ',', ']}')),
      body(`${field}: an array of objects`, filled(`{"${field}":[`, '{"a":1}', ',', ']}')),
      body(`${field}: 19,000 texts`, filled(`{"${field}":[`, '"a"', ',', ']}', 19_000 * 4)),
      body(`${field}: 19,000 fields`, `{"${field}":${manyFields(19_000 * 11, (n) => `f${n}`)}}`),
      body(`${field}: a number of a million digits`, `{"${field}":${'9'.repeat(LARGE)}}`),
    ]),
    fields('many fields', LARGE, (n) => `field${n}`),
    fields('19,000 unknown fields', 19_000 * 12, (n) => `texs${n}`),
    body('many fields of the same name', filled('{', '"text":"a"', ',', '}')),
    fields('many numbered fields', LARGE, (n) => String(n * 7919)),
    body('names of a prototype', filled('{', '"__proto__":{"a":1}', ',', '}')),
    body('a name of a million characters', `{"${'n'.repeat(LARGE)}":1}`),
    fields('names of 1,000 characters', LARGE, (n) => `${n}`.padStart(1000, 't')),
    body('a text of escapes', filled('{"text":"', '\\u0061', '', '"}')),
    body('a text of quotes', filled('{"text":"', '\\"', '', '"}')),
    body('a text without an end', `{"text":"${'a'.repeat(LARGE)}`),
    body('white space before', `${' '.repeat(LARGE)}{}`),
    body('white space within', filled('{"text":', ' ', '', '"a"}')),
    body('a small number of many digits', `{"text":0.${'0'.repeat(LARGE)}1}`),
    body('a million minus signs', `{"text":${'-'.repeat(LARGE)}1}`),
    body('nothing', ''),
    ...['null', '1', '"a"', 'true', '[]', 'NaN', '{"a":1,}', '//\n{}', '{"text":"a"}{}', '\ufeff{"text":"a"}'].map(
      (text) => body(`the text ${JSON.stringify(text)}`, text),
    ),
    body('UTF-16', Buffer.from(filled('{"text":"', 'a', '', '"}', LARGE / 2), 'utf16le')),
    body('bytes that are no UTF-8', Buffer.alloc(LARGE, 0xff)),
    body('zeros', Buffer.alloc(LARGE)),
  ];
}

const OTHER_TYPES = [
  ...['text/plain', 'text/csv', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream'],
  ...['multipart/form-data', 'multipart/form-data; boundary=a', `application/json; charset=${'a'.repeat(4000)}`],
];

function otherTypes(): HostileBody[] {
  return OTHER_TYPES.flatMap((type) => [
    body(`parts as ${type.slice(0, 50)}`, '--a\r\n'.repeat(LARGE / 5), type),
    body(`fields as ${type.slice(0, 50)}`, 'a=1&'.repeat(LARGE / 4), type),
    body(`brackets as ${type.slice(0, 50)}`, '['.repeat(LARGE), type),
  ]);
}

/** The most that a callback may have. */
const CALLBACK = 4_190_000;

/** Callbacks in the form of Meta's, with many updates or a large one. */
function callbacks(): HostileBody[] {
  const start = '{"object":"page","entry":[';
  const change = '{"field":"feed","value":{"item":"comment","verb":"add","comment_id":"1_2","message":"a"}}';
  const message = '{"sender":{"id":"1"},"recipient":{"id":"2"},"timestamp":1,"message":{"mid":"m","text":"a"}}';
  const entry = (field: string, content: string) => `{"id":"1","time":1,"${field}":[${content}]}`;
  return [
    body('a callback of entries', filled(start, entry('changes', change), ',', ']}', CALLBACK)),
    body('a callback of messages', filled(start, entry('messaging', message), ',', ']}', CALLBACK)),
    body('a callback of changes in one entry', filled(`${start}{"id":"1","changes":[`, change, ',', ']}]}', CALLBACK)),
    body('a callback of empty entries', filled(start, '{}', ',', ']}', CALLBACK)),
    body('a callback of numbers', filled(start, '1', ',', ']}', CALLBACK)),
    body('a callback of one long text', filled(`${start}{"id":"`, 'a', '', '"}]}', CALLBACK)),
    body('a callback of arrays', '['.repeat(CALLBACK)),
  ];
}

/** Bodies that are large, deep, wide, broken or of another type. */
export function hostileBodies(): readonly HostileBody[] {
  const texts = [...hostileTexts(MIDDLE), ...hostileTexts(LARGE / 8)].map(({ name, text }) =>
    body(`a text of ${name}`, JSON.stringify({ text })),
  );
  return [...shapes(), ...texts, ...otherTypes(), ...callbacks()];
}
