import type { z } from 'zod';
import type { Context } from './context.ts';
import type { Permission } from './scope.ts';

export type Charge = 'post' | 'interaction';
/** What the headers of an answer tell of the allowance: `storage`, that of media alone. */
export type Told = Charge | 'storage';

/**
 * One capability of the service. The route, the OpenAPI entry, the tool and the client method are all read from it,
 * so they cannot disagree.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** snake_case, the verb first: `create_post`. */
  readonly name: string;
  readonly summary: string;
  readonly tag: string;
  readonly http: {
    readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
    /** With `{name}` for path parameters, each of which is a field of the input. */
    readonly path: string;
    readonly status: number;
  };
  readonly scope: Permission;
  /** What it costs; such operations carry the usage headers on the Free plan. */
  readonly charge?: Told;
  /** Path parameters, query (GET, DELETE) and body fields in one strict object. */
  readonly input: Input;
  /** Fields of the input that come from the query although the method has a body. */
  readonly queryFields?: readonly string[];
  /** The body is a form with a file in this field of the input, at most so many bytes, instead of JSON. */
  readonly upload?: {
    readonly field: string;
    readonly bytesMax: number;
    /** How a larger one is refused; 413 without it. */
    readonly tooLarge?: 'invalid_request';
    /** How many of one tenant are received at once; 2 without it. */
    readonly atOnceMax?: number;
  };
  /** Older names of fields that existing clients send: alias → field. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** JSON types only: no transforms, no dates. */
  readonly output: Output;
  /** Further statuses than `http.status` whose body is the output too. */
  readonly alsoAnswers?: readonly number[];
  readonly run: (ctx: Context, input: z.output<Input>) => Promise<Answer<z.input<Output>>>;
  /** Nothing of it can be seen before its commit, so a repeated idempotency key is noticed there, not looked up before. */
  readonly noticesKeyLate?: boolean;
  /** Renders the answer of a repeated idempotency key; default: the stored body. */
  readonly replay?: (ctx: Context, stored: StoredAnswer) => Promise<Answer<z.input<Output>>>;
}

/** An operation's body, or the body with a status that differs from the declared one. */
export type Answer<Body> = Body | Reply<Body>;

export class Reply<Body> {
  readonly status: number;
  readonly body: Body;

  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }
}

/** What the idempotency record of a finished request holds. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The resource that the request made, when the answer is rendered anew. */
  readonly ref: string | null;
}

/** Ties the types of input, output and run together. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}

/** An operation whose types are no longer needed, as lists and surfaces hold it. */
// biome-ignore lint/suspicious/noExplicitAny: input and output are checked by the schemas at run time.
export type AnyOperation = Operation<any, any>;
