/** Header fields of a request, beside its key. */
export interface HostileHeaders {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

const LENGTH = 8000;
const fill = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);

const VALUES: Readonly<Record<string, readonly string[]>> = {
  accept: [fill('text/html;q=0.1,'), fill('*/*,')],
  'accept-encoding': [fill('gzip;q=0,'), fill('br '), fill(',')],
  'accept-language': [fill('en-a-'), fill('*;q=')],
  authorization: [`Bearer ${fill('a')}`, `Bearer ${fill('hub_test_')}`, `Bearer ${fill(' ')}x`, fill('Bearer ')],
  'content-type': [fill('application/json;'), `application/json; a="${fill('\\')}`, fill('/')],
  'content-encoding': ['gzip', fill('gzip,')],
  cookie: [fill('a=b;'), fill('='), fill('; ')],
  'idempotency-key': [fill('a'), fill('\u00ff'), fill(' ').slice(1).concat('x')],
  'if-none-match': [fill('"a",'), fill('W/'), fill('"')],
  'if-modified-since': [fill('Mon, ')],
  'last-event-id': [fill('9'), fill('-')],
  origin: [fill('http://a.'), fill('null')],
  prefer: [fill('wait='), fill('wait=1;'), fill('a,'), `wait=${fill('9')}`],
  range: [`bytes=${fill('0-,')}`, `bytes=${fill('9')}-`, fill('bytes=')],
  traceparent: [fill('00-'), `00-${fill('0')}`],
  tracestate: [fill('a=b,')],
  'user-agent': [fill('Mozilla/5.0 ('), fill('a/')],
  'x-forwarded-for': [fill('1,'), fill('::'), fill('10.0.0.1, ')],
  'x-forwarded-proto': [fill('https,')],
  'x-hub-signature-256': [fill('sha256='), `sha256=${fill('0')}`],
  'x-request-id': [fill('a'), fill('-')],
};

/** Long header fields that repeat the signs which their parsers look for. */
export function hostileHeaders(): readonly HostileHeaders[] {
  const single = Object.entries(VALUES).flatMap(([field, values]) =>
    values.map((value) => ({ name: `${field}: ${value.slice(0, 20)}…`, headers: { [field]: value } })),
  );
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`x-field-${n}`, 'a'.repeat(60)]));
  return [...single, { name: '90 fields', headers: many }];
}
