import type { Body } from './harness.ts';

export interface Schema {
  readonly type?: string;
  /** null is allowed besides. */
  readonly nullable?: boolean;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

/** One operation as `openapi.json` tells it. */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The methods of this path. */
  readonly ownMethods: readonly string[];
  /** The methods of its address, under this path or a more general one. */
  readonly methodsOfPath: readonly string[];
  readonly pathFields: readonly string[];
  readonly query: Readonly<Record<string, Schema>>;
  readonly requiredQuery: readonly string[];
  /** Fields of the JSON body; empty when there is none. */
  readonly body: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** Takes a form with a file instead of JSON. */
  readonly isUpload: boolean;
  readonly scope: string;
  readonly status: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** The document with the parts themselves in place of references to them. */
export function withoutReferences(document: Body): Body {
  const resolved = (part: Body): Body => {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map(resolved);
    if (typeof part.$ref !== 'string')
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, resolved(inner)]));
    const path: string[] = part.$ref.slice(2).split('/');
    return resolved(path.reduce((inner: Body, name) => inner[name], document));
  };
  return resolved(document);
}

/** Every operation of an OpenAPI document. What is below `/session` belongs to people, not to tenants. */
export function endpointsOf(given: Body): Endpoint[] {
  const document = JSON.parse(JSON.stringify(withoutReferences(given)), (_key, part) => withoutNull(part));
  const paths = Object.entries<Body>(document.paths).filter(([path]) => !path.startsWith('/session'));
  return paths.flatMap(([path, methods]) =>
    Object.entries<Body>(methods).map(([method, operation]) => {
      const parameters: Parameter[] = operation.parameters ?? [];
      const content = operation.requestBody?.content ?? {};
      const body: Schema = content['application/json']?.schema ?? {};
      return {
        name: operation.operationId,
        method: method.toUpperCase() as Endpoint['method'],
        path,
        ownMethods: Object.keys(methods).map((name) => name.toUpperCase()),
        methodsOfPath: methodsAt(document.paths, path),
        pathFields: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
        query: Object.fromEntries(
          parameters
            .filter((parameter) => parameter.in === 'query' && parameter.name !== 'dry_run')
            .map(({ name, schema }) => [name, schema]),
        ),
        requiredQuery: parameters.flatMap((one) => (one.in === 'query' && one.required === true ? [one.name] : [])),
        body: body.properties ?? {},
        required: body.required ?? [],
        isUpload: 'multipart/form-data' in content,
        scope: operation['x-scope'],
        status: Number(Object.keys(operation.responses).find((status) => /^2/.test(status))),
      };
    }),
  );
}

function methodsAt(paths: Readonly<Record<string, object>>, path: string): string[] {
  const segments = path.split('/');
  const isMeant = (general: string) => {
    const others = general.split('/');
    return others.length === segments.length && others.every((one, at) => one === segments[at] || one.startsWith('{'));
  };
  const methods = Object.entries(paths).flatMap(([other, held]) => (isMeant(other) ? Object.keys(held) : []));
  return [...new Set(methods)].map((name) => name.toUpperCase());
}

/** A schema that allows null besides as the schema of what else it allows. */
function withoutNull(part: Body): Body {
  if (!Array.isArray(part?.anyOf)) return part;
  const others = part.anyOf.filter(({ type }: Schema) => type !== 'null');
  return others.length === 1 && part.anyOf.length === 2 ? { ...others[0], nullable: true } : part;
}

/** Everything of a request but its key. */
export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The address of a request; path parameters that are not given are ids of nothing. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Request): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? nowhere(name)),
  );
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

const PREFIXES: Readonly<Record<string, string>> = {
  webhook_id: 'wh',
  delivery_id: 'dlv',
  replay_id: 'rpl',
  event_id: 'evt',
  account_id: 'acc',
  brand_id: 'brand',
  comment_id: 'cmt',
  conversation_id: 'conv',
  message_id: 'msg',
  review_id: 'rev',
  invite_id: 'inv',
  redirect_uri_id: 'ruri',
  connection_id: 'pc',
  login_id: 'cred',
  key_id: 'key',
  user_id: 'usr',
  invitation_id: 'minv',
};

/** A well-formed id that nothing has. */
export function nowhere(name: string): string {
  return `${PREFIXES[name] ?? 'post'}_00000000000000000000000000`;
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  fingerprint: 'text:x',
  note: 'A note',
  decision: 'approve',
  items: [{ id: 'held_00000000000000000000000000', fingerprint: 'text:x' }],
  text: 'Hello',
  type: 'bug',
  message: 'It broke',
  name: 'A name',
  events: ['post.published'],
  event_type: 'post.published',
  is_active: true,
  url: 'https://simulator.test/receiver/somebody',
  outcome: 'published',
  platform: 'instagram',
  brand_id: 'brand_00000000000000000000000000',
  expires_in_days: 7,
  code: '123456',
  pin: '123456',
  method: 'SMS',
  to: '16505551234',
  template_name: 'order_confirmation',
  language: 'en_US',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Hello' }],
  uri: 'https://example.com/connected',
  client_id: 'a-client-id',
  client_secret: 'a-client-secret',
  advance: 'PT1S',
  kind: 'all',
  since: new Date(Date.now() - 3_600_000).toISOString(),
  plan: 'pro',
  session_id: 'cs_test_0',
  account_id: 'acc_00000000000000000000000000',
  post_id: 'post_00000000000000000000000000',
  media_id: 'mnt_00000000000000000000000000',
  is_read: true,
  status: 'rejected',
  title: 'A title',
  email: 'ana@example.com',
  role: 'editor',
  visibility: 'client',
};

/** Right values of what the query must hold. */
export function sampleQuery({ requiredQuery }: Endpoint): Record<string, string> {
  return Object.fromEntries(requiredQuery.map((name) => [name, String(SAMPLES[name])]));
}

/** A body with values that are right: what is required, a text where there may be one, at least one field for PATCH. */
export function sampleBody(endpoint: Endpoint): Record<string, unknown> | undefined {
  const fields = Object.keys(endpoint.body);
  if (fields.length === 0) return undefined;
  const wanted = new Set(endpoint.required);
  if (fields.includes('text')) wanted.add('text');
  const any = Object.keys(SAMPLES).find((name) => fields.includes(name));
  if (wanted.size === 0 && endpoint.method === 'PATCH' && any !== undefined) wanted.add(any);
  return Object.fromEntries(
    [...wanted].map((name) => {
      if (!(name in SAMPLES))
        throw new Error(`${endpoint.name} requires ${name}: add a right value to SAMPLES in test/endpoints.ts`);
      return [name, SAMPLES[name]];
    }),
  );
}
