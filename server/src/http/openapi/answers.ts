import { ERROR_STATUS, type ErrorCode } from '../../core/errors.ts';
import type { AnyOperation } from '../../core/operation.ts';
import { fieldsOf, pathFieldsOf } from '../../execute/parse-input.ts';
import { secretFieldsOf } from '../../lib/secret-fields.ts';
import { exampleOf } from './examples.ts';
import { type Json, refTo, type SchemaWriter } from './schemas.ts';

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** The shared error responses of the document: name and meaning, by status. */
const ERRORS: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  400: ['BadRequest', 'The request is not valid; `meta.field` names the field'],
  401: ['Unauthorized', 'The key is missing, unknown, revoked or expired'],
  403: ['Forbidden', 'The key, the plan or the account does not permit it'],
  404: ['NotFound', 'It does not exist, or the key does not reach it'],
  409: ['Conflict', 'The state of the resource does not allow it, or the same key of idempotency is in use'],
  410: ['Gone', 'It existed and has ended'],
  412: ['PreconditionFailed', 'The app of the platform is not set up'],
  413: ['PayloadTooLarge', 'The request or the file is too large, or the storage of the plan is full'],
  422: ['Unprocessable', 'The request is understood and cannot be done'],
  429: ['TooManyRequests', 'A limit is reached; `Retry-After` tells when to try again'],
};

/** The shared response to what is rejected alike for every operation. */
const REFUSED = ['Rejected', 'The workspace owes money, or the method or the body is not one of this address'] as const;
const REFUSED_CODES: readonly ErrorCode[] = [
  'past_due',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
];

const RETRIED: readonly unknown[] = [409, 429, '5XX'];

/** The shared response to what is not the caller's fault. */
const SERVER_ERROR = ['ServerError', 'The service or the platform failed, is busy or cannot do it'] as const;

/** The headers of responses. */
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-ID': header('The id of the request, as it was sent or made up; logs and events name it'),
  RateLimit: header(
    'What is left of each limit, such as `"key";r=2957;t=41, "address";r=11957;t=41`; on every response',
  ),
  'RateLimit-Policy': header('The limits, such as `"key";q=3000;w=60, "address";q=12000;w=60`; on every response'),
  'Retry-After': header('Seconds after which the request may be tried again', 'integer'),
  'WWW-Authenticate': header('`Bearer`'),
  'Idempotent-Replayed': header('`true` when this is the kept answer of an earlier request with the same key'),
  'Preference-Applied': header('The part of `Prefer` that was followed, when the address was not called'),
  'X-Posts-Limit': header('Posts of the period; on plans with a limit', 'integer'),
  'X-Posts-Remaining': header('Posts that are left of it', 'integer'),
  'X-Interactions-Limit': header('Interactions of the period; on plans with a limit', 'integer'),
  'X-Interactions-Remaining': header('Interactions that are left of it', 'integer'),
  'X-Storage-Used': header('Bytes of media that are kept; on plans with a limit', 'integer'),
  'X-Storage-Limit': header('Bytes of media that the plan keeps', 'integer'),
};

const OF_SUCCESSES = ['X-Request-ID'];
const OF_ALL = [...OF_SUCCESSES, 'RateLimit', 'RateLimit-Policy'];

function header(description: string, type = 'string'): Json {
  return { description, schema: { type } };
}

function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
}

const asJson = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** The responses that operations share: those to which the paths refer. */
export function sharedResponses(paths: Json): Json {
  const text = JSON.stringify(paths);
  const all = Object.entries(allResponses());
  return Object.fromEntries(all.filter(([name]) => text.includes(`"#/components/responses/${name}"`)));
}

function allResponses(): Json {
  const errors = [...Object.entries(ERRORS), ['4XX', REFUSED] as const, ['5XX', SERVER_ERROR] as const];
  return {
    ...Object.fromEntries(errors.map(([status, [name, meaning]]) => [name, errorResponse(status, meaning)])),
    Done: { description: 'Done', headers: headerRefs([...OF_SUCCESSES, 'Idempotent-Replayed']) },
    Held: {
      description:
        'It waits for a person. The fields of the usual response are there, without what only the outcome tells',
      headers: headerRefs([...OF_SUCCESSES, 'Idempotent-Replayed']),
      content: asJson(refTo('schemas', 'Waiting')),
    },
    DryRun: {
      description: 'Checked; nothing was changed',
      headers: headerRefs(OF_ALL),
      content: asJson(refTo('schemas', 'DryRun')),
    },
  };
}

function errorResponse(status: string, meaning: string): Json {
  const isInRange = (one: string) => [...status].every((digit, index) => digit === 'X' || digit === one[index]);
  const codes =
    status === '4XX'
      ? REFUSED_CODES
      : CODES.filter((code) => isInRange(String(ERROR_STATUS[code])) || isSecondStatus(code, status));
  return {
    description: `${meaning}. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    'x-codes': codes,
    headers: headerRefs([
      ...OF_ALL,
      ...(RETRIED.includes(Number(status) || status) ? ['Retry-After'] : []),
      ...(Number(status) === 401 ? ['WWW-Authenticate'] : []),
    ]),
    content: asJson(refTo('schemas', 'Error')),
  };
}

/** Whether it is `auth.state_mismatch`, which is 403. */
function isSecondStatus(code: ErrorCode, status: string): boolean {
  return code === 'unauthorized' && Number(status) === 403;
}

/** The responses of an operation, by status. */
export function responsesOf(operation: AnyOperation, { toSchema, named }: SchemaWriter): Json {
  const { http, alsoAnswers = [] } = operation;
  const title = titleOf(operation.name);
  const output = http.status === 204 ? undefined : nameOutput(toSchema(operation.output, 'output'));
  const headers = headerRefs(headersOf(operation));
  const responses: Json = {};
  for (const status of [http.status, ...alsoAnswers]) {
    if (status >= 400) continue;
    const shown = status === http.status ? exampleOf(operation).output : undefined;
    const type = operation.isStream ? 'text/event-stream' : 'application/json';
    const content = output && { [type]: asJson(output, shown)['application/json'] };
    const isBare = content === undefined && operation.charge === undefined;
    responses[status] = isBare
      ? refTo('responses', 'Done')
      : { description: DESCRIPTIONS[status] ?? 'Done', headers, ...(content && { content }) };
  }
  if (mayWait(operation)) responses[202] ??= refTo('responses', 'Held');
  if (isWrite(operation)) responses[200] ??= output === undefined ? refTo('responses', 'DryRun') : preview(output);
  for (const status of rejectionsOf(operation)) {
    const [name] = ERRORS[status] ?? SERVER_ERROR;
    responses[status] = output && alsoAnswers.includes(status) ? failure(output, status) : refTo('responses', name);
  }
  responses['4XX'] = refTo('responses', REFUSED[0]);
  responses['5XX'] = refTo('responses', SERVER_ERROR[0]);
  return responses;

  function nameOutput(schema: Json): Json {
    const item = (schema.properties as Record<string, Json> | undefined)?.data?.items as Json | undefined;
    const ofItems = typeof item?.$ref === 'string' ? [`${item.$ref.split('/').at(-1)}List`] : [];
    return named(schema, ...ofItems, `${title}Response`);
  }

  function preview(whole: Json): Json {
    const schema = named({ allOf: [whole, refTo('schemas', 'DryRun')] }, `${nameOf(whole)}Preview`);
    const content = asJson(schema, previewExample(operation));
    return { description: 'A dry run: nothing was changed', headers: headerRefs(OF_SUCCESSES), content };
  }

  function failure(whole: Json, status: number): Json {
    const failed = named({ allOf: [whole, refTo('schemas', 'Error')] }, `${nameOf(whole)}Failure`);
    const schema = { anyOf: [failed, refTo('schemas', 'Error')] };
    return {
      description: DESCRIPTIONS[status],
      headers: { ...headers, ...headerRefs(['Retry-After']) },
      content: asJson(schema),
    };
  }
}

/** The example of a dry run: that of the answer, without the secrets that a dry run need not make. */
function previewExample(operation: AnyOperation): Json {
  const { output, charge } = operation;
  const whole = exampleOf(operation).output as Json;
  const secrets = secretFieldsOf(output);
  const bare = Object.fromEntries(Object.entries(whole).filter(([name]) => !secrets.has(name)));
  return {
    dry_run: true,
    ...(output.safeParse(bare).success ? bare : whole),
    ...('message' in whole && { message: 'Dry run: nothing was saved.' }),
    ...(charge === 'post' && { cost: { posts: 1 } }),
  };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done',
  207: 'Some targets were published, others were not',
  422: 'No target was published, and the body is the post with its error; or an error',
  429: 'Every platform was too busy, and the body is the post with its error; or a limit is reached',
};

/** Whether a call of it can be stored until a person decides. */
const mayWait = ({ leaves = false, name }: AnyOperation) => leaves !== false && !name.includes('_held');
const isWrite = ({ http }: AnyOperation) => http.method !== 'get';
const nameOf = (reference: Json) => String(reference.$ref).split('/').at(-1);

/** `create_post` is `CreatePost`. */
export function titleOf(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function headersOf(operation: AnyOperation): string[] {
  const { charge, verifiesAddress } = operation;
  return [
    ...OF_SUCCESSES,
    ...(isWrite(operation) ? ['Idempotent-Replayed'] : []),
    ...(verifiesAddress === true ? ['Preference-Applied'] : []),
    ...(charge === undefined || charge === 'storage'
      ? []
      : Object.keys(HEADERS).filter((name) => /^X-(Posts|Inter)/.test(name))),
    ...(charge === undefined ? [] : ['X-Storage-Used', 'X-Storage-Limit']),
  ];
}

/** The statuses below 500 with which an operation can reject a request, in order. */
function rejectionsOf(operation: AnyOperation): number[] {
  const { input, callsPlatform, alsoAnswers = [], rejects = [] } = operation;
  const inPath = pathFieldsOf(operation);
  const fields = fieldsOf(input);
  const namesThings = inPath.length > 0 || fields.some((name) => /_ids?$|^targets$/.test(name));
  return [
    ...new Set([
      ...[400, 401, 403, 429],
      ...(namesThings || isWrite(operation) ? [404] : []),
      ...(isWrite(operation) ? [409, 422] : []),
      ...(callsPlatform === true ? [409] : []),
      ...rejects.map((code) => ERROR_STATUS[code]).filter((status) => status < 500),
      ...alsoAnswers.filter((status) => status >= 400),
    ]),
  ].sort((a, b) => a - b);
}
