import fc from 'fast-check';
import { type Endpoint, type Schema, sampleBody } from './endpoints.ts';
import type { Things } from './isolation.ts';

/** One request, as it goes over the wire. */
export interface Shot {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const WORDS = `__proto__ constructor toString hasOwnProperty ../../etc/passwd <script> ' % _ \\ $1 ; {} [] null NaN -1 1e999 0x10`;
const TIMES =
  '0000-01-01 9999-12-31T23:59:60Z 2027-02-30 +275760-09-13T00:00:00Z 2027-01-01T25:00 2027-01-01T00:00+99:99';

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...WORDS.split(' '), ...TIMES.split(' '), "' or 1=1 --", '9'.repeat(400)),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\ufeff', '\u202e'),
  fc.constantFrom('x'.repeat(10_000), '😀'.repeat(1000), 'é'.repeat(5000)),
);

const EDGES = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324];
const oddNumber = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constantFrom(...EDGES));

const deep = fc.integer({ min: 1, max: 2000 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)));
const oddNames = fc.oneof(oddText, fc.constantFrom('twitter', 'x', 'mastodon', 'text', 'account_id'));
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, false, [], {}, [[]], [{}], [null]),
  deep,
  fc.dictionary(oddNames, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 }),
);

/** Mostly a valid value, sometimes an invalid one. */
function mostly<T>(right: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown> = oddText): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: right }, { weight: 1, arbitrary: odd });
}

const HEADERS = {
  prefer: ['wait=0', 'wait=-1', 'wait=', 'wait=1e9', 'wait="1"', 'handling=lenient', 'handling=lenient; wait=0'],
  'idempotency-key': ['a', 'b', 'c', ''],
  'x-request-id': ['', 'x'.repeat(65)],
  'content-type': [
    'application/json; charset=utf-16',
    'text/json',
    'application/JSON;;',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    '',
  ],
  'accept-encoding': ['br', '*;q=0'],
  'if-none-match': ['*'],
  cookie: ['a=b'],
  'x-forwarded-for': ['127.0.0.1'],
};
const visible = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f);
const headerText = fc.string({ unit: visible.map((code) => String.fromCharCode(code)), maxLength: 300 });
const oddHeaders = fc.record(
  Object.fromEntries(
    Object.entries(HEADERS).map(([name, words]) => [name, fc.oneof(fc.constantFrom(...words), headerText)]),
  ),
  { requiredKeys: [] },
);

const PARTS = '%00 %ff %c0%ae %2e %2f % %zz %ED%A0%80 %F0%9F a . .. ; : + %20 %25 ~ {x} *'.split(' ');
/** A part of an address, well encoded or not. */
const oddPart = fc.oneof(
  oddText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];
const BROKEN = [
  '',
  '{',
  '{"a":1e400}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  '\ufeff{}',
  '{"text":"\\ud800"}',
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
];
/** These take away what the others work on: they get no id that is right. */
const DESTRUCTIVE = /^(delete|disconnect|unpublish)_/;

/** Requests to every operation, with the ids of `own` where ids belong; most of them wrong somewhere. */
export function shots(endpoints: readonly Endpoint[], own: Things, key: string): fc.Arbitrary<Shot> {
  return fc.constantFrom(...endpoints).chain((endpoint) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 15, arbitrary: fc.constant<string>(endpoint.method) },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
        ),
        path: pathOf(endpoint),
        query: queryOf(endpoint),
        headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
        authorization: fc.oneof(
          { weight: 30, arbitrary: fc.constant(`Bearer ${key}`) },
          { weight: 1, arbitrary: headerText },
        ),
        body: endpoint.method === 'GET' ? fc.constant(undefined) : bodyOf(endpoint),
      })
      .map(({ method, path, query, headers, authorization, body }) => ({
        method,
        target: path + query,
        headers: {
          authorization,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(headers as Record<string, string>),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
        body,
      })),
  );

  function idsOf(name: string): readonly string[] {
    return own[name] ?? own[name.replace(/s$/, '')] ?? [];
  }

  function pathOf(endpoint: Endpoint): fc.Arbitrary<string> {
    const values = endpoint.pathFields.map((name) => {
      const ids = DESTRUCTIVE.test(endpoint.name) ? [] : idsOf(name);
      return ids.length === 0 ? oddPart : mostly(fc.constantFrom(...ids).map(encodeURIComponent), oddPart);
    });
    return fc.tuple(...values).chain((parts) => {
      const rest = [...parts];
      const path = endpoint.path.replace(/\{\w+\}/g, () => String(rest.shift()));
      const odd = [`${path}/`, `${path}//`, `/${path}`, path.replace('/v1', '/V1'), `${path}/x`, `${path};a=b`];
      return fc.oneof({ weight: 12, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
    });
  }

  function queryOf(endpoint: Endpoint): fc.Arbitrary<string> {
    const right = Object.entries(endpoint.query).map(([name, schema]) =>
      mostly(like(schema, name)).map((value) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`),
    );
    const odd = fc.oneof(
      fc.tuple(oddPart, oddPart).map(([name, value]) => `${name}=${value}`),
      fc.constantFrom('dry_run=true', 'dry_run=x', 'dry_run', '', '&', '=', '?', 'a[b]=c', 'limit[]=1', '__proto__=1'),
    );
    const one =
      right.length === 0 ? odd : fc.oneof({ weight: 6, arbitrary: fc.oneof(...right) }, { weight: 1, arbitrary: odd });
    return fc.array(one, { maxLength: 3 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
  }

  /** Text of a body: mostly JSON of the right shape, now and then with repeated names, or no JSON at all. */
  function bodyOf(endpoint: Endpoint): fc.Arbitrary<string | undefined> {
    const fields = Object.entries(endpoint.body);
    const parts = fields.map(([name, schema]) => [name, mostly(like(schema, name), oddValue)] as const);
    const sample = sampleBody(endpoint) ?? {};
    const shaped = fc
      .subarray(parts, { maxLength: Math.min(4, parts.length) })
      .chain((chosen) => fc.record(Object.fromEntries(chosen)))
      .map((odd) => JSON.stringify({ ...sample, ...odd }));
    const names = fc.oneof(fc.constantFrom('x', ...fields.map(([name]) => name)), oddText);
    const repeated = fc
      .array(fc.tuple(names, oddValue), { maxLength: 6 })
      .map((pairs) => `{${pairs.map((pair) => pair.map((part) => JSON.stringify(part)).join(':')).join(',')}}`);
    const none = fc.oneof(
      oddValue.map((value) => JSON.stringify(value)),
      oddText,
      fc.constantFrom(undefined, ...BROKEN),
    );
    return fc.oneof(
      { weight: 8, arbitrary: shaped },
      { weight: 2, arbitrary: repeated },
      { weight: 2, arbitrary: none },
    );
  }

  /** A value of the schema's kind, with odd parts inside. */
  function like(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const ids = idsOf(name);
    if (schema.enum !== undefined) return mostly(fc.constantFrom(...schema.enum));
    if (schema.type === 'string' && ids.length > 0) return mostly(fc.constantFrom(...ids));
    if (schema.format === 'date-time') {
      const date = fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') });
      return mostly(date.map((at) => at.toISOString()));
    }
    switch (schema.type) {
      case 'string':
        return mostly(fc.oneof(fc.lorem(), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 })));
      case 'integer':
      case 'number':
        return mostly(fc.nat(100), oddNumber);
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(like(schema.items ?? {}, name), { maxLength: 3 });
      case 'object': {
        const parts = Object.entries(schema.properties ?? {}).map(
          ([key, part]) => [key, mostly(like(part, key), oddValue)] as const,
        );
        if (parts.length === 0) return fc.dictionary(oddNames, oddValue, { maxKeys: 3 });
        return fc.record(Object.fromEntries(parts), { requiredKeys: [...(schema.required ?? [])] });
      }
      default:
        return oddValue;
    }
  }
}
