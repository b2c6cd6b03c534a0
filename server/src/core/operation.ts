import type { z } from 'zod';
import type { Actor, Permission } from './actor.ts';
import type { Answer } from './answer.ts';
import type { Context, PlatformContext, Transaction } from './context.ts';
import type { ErrorCode } from './errors.ts';
import type { Example } from './example.ts';

type ContextOf<Calls> = Calls extends true ? PlatformContext : Context;

export type Charge = 'post' | 'interaction';
/** Which usage headers a response carries. `storage`: the media quota only. */
export type UsageHeaderKind = Charge | 'storage';

/** The state, before the operation, of the thing that it is about. */
interface Current {
  readonly status: string;
}

/**
 * One capability of the service. The route and the OpenAPI entry are generated from it,
 * so they cannot disagree.
 */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Calls extends true | undefined = undefined,
> {
  /** snake_case, the verb first: `create_post`. */
  readonly name: string;
  /** In the usual words, without a full stop: `List posts`. */
  readonly summary: string;
  /** Says in Markdown sentences what it does, what it costs and what it rejects. */
  readonly description: string;
  /** For the reference: what is shown besides the examples of fields and resources. */
  readonly example?: Example;
  readonly tag: string;
  readonly http: {
    readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
    /** With `{name}` for path parameters, each of which is a field of the input. */
    readonly path: string;
    readonly status: number;
  };
  readonly scope: Permission;
  /**
   * Whether it changes what the public or a person sees: publishing, answering, editing or deleting what is out there, and
   * changes at a platform. Drafts never leave. `current` is the thing that it is about, where that has a status. Every operation that
   * changes something declares it.
   */
  readonly leaves?: boolean | ((input: z.output<Input>, current: Current | undefined) => boolean);
  /** It makes what waits itself, as part of the post. Otherwise the call of an actor that does not send alone is stored. */
  readonly holdsItself?: true;
  /** The part of a call that waits which an approver sees; default: its fields. */
  readonly seenWaiting?: (
    ctx: Context,
    tx: Transaction,
    input: z.output<Input>,
  ) => Promise<{ readonly preview: string; readonly fingerprint: string } | undefined>;
  /** The input as it is stored when it waits: with copies of the files at addresses. `discard` removes them again. */
  readonly withCopies?: (
    ctx: Context,
    input: z.output<Input>,
  ) => Promise<{ readonly input: z.output<Input>; readonly discard: () => Promise<void> }>;
  /** Whether it changes something, where its method does not say so: a GET that does, or a POST that does not. */
  readonly changes?: boolean;
  /** The audit log tells of it by any actor: of other operations it leaves out what keys do, unless they manage the workspace. */
  readonly isAudited?: true;
  /** The path parameter that names what it is about; default: the last one. */
  readonly subject?: string;
  /** Reads what it is about to change, for the audit log; default: the GET operation of the same path. */
  readonly current?: (ctx: Context, input: z.output<Input>) => Promise<object | undefined>;
  /** The quota that it consumes. Its responses carry the usage headers on the Free plan. */
  readonly charge?: UsageHeaderKind;
  /** Whether a call takes its charge for sure, whatever it finds in the database. Default: never for sure. */
  readonly isCharged?: (input: z.output<Input>) => boolean;
  /** Path parameters, query (GET, DELETE) and body fields in one strict object. */
  readonly input: Input;
  /** The body is a form with a file in this field, at most `bytesMax` bytes, instead of JSON. */
  readonly upload?: {
    readonly field: string;
    readonly bytesMax: number;
    /** The error code for a larger file; default: 413. */
    readonly tooLarge?: 'invalid_request';
    /** How many uploads of one tenant are received at once; default 2. */
    readonly atOnceMax?: number;
  };
  /** Older names of fields that existing clients send: alias → field. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** JSON types only: no transforms, no dates. */
  readonly output: Output;
  /** Further statuses than `http.status` whose body is the output too. */
  readonly alsoAnswers?: readonly number[];
  /** Error codes of its own, besides those that the surface answers for every operation. */
  readonly rejects?: readonly ErrorCode[];
  /** It waits for the outcome when the caller says `Prefer: wait=N`. */
  readonly waits?: true;
  /** The response is a stream of server-sent events, each of which is the output. `run` resolves to a `Feed`. */
  readonly isStream?: true;
  /** It calls an address before it saves it, unless the caller says `Prefer: verification=none`. */
  readonly verifiesAddress?: true;
  /** It calls a platform while the request waits; only then `ctx.live` is there. */
  readonly callsPlatform?: Calls;
  readonly run: (ctx: ContextOf<Calls>, input: z.output<Input>) => Promise<Answer<z.input<Output>>>;
  /** Nothing is visible before its commit, so a repeated idempotency key is detected there instead of being looked up first. */
  readonly checksIdempotencyAtCommit?: boolean;
  /** Renders the response to a repeated idempotency key; default: the stored body. */
  readonly replay?: (ctx: ContextOf<Calls>, stored: StoredResponse) => Promise<Answer<z.input<Output>>>;
}

/** The items of a stream, in order. */
export interface Feed<Item> {
  /** The next items; waits for the first one. Resolves to none when the signal is aborted. `actor`: with its rights of now. */
  readonly next: (signal: AbortSignal, actor: Actor) => Promise<readonly FeedItem<Item>[]>;
}

interface FeedItem<Item> {
  /** Sent as `id`; a client that comes back sends it as `Last-Event-ID`. */
  readonly id: string;
  readonly event: string;
  readonly data: Item;
}

/** Defines a stream. Its operation has the path, the rights and the input of any other. */
export function defineStream<Input extends z.ZodType, Output extends z.ZodType>(
  stream: Omit<Operation<Input, Output>, 'run' | 'isStream'> & {
    readonly run: (ctx: Context, input: z.output<Input>) => Promise<Feed<z.input<Output>>>;
  },
): AnyOperation {
  return { ...stream, isStream: true };
}

/** The idempotency record of a finished request. */
export interface StoredResponse {
  readonly status: number;
  readonly body: unknown;
  /** The id of the created resource, for operations with `replay`. */
  readonly ref: string | null;
}

/** Defines an operation with matching types of input, output and run. */
export function defineOperation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Calls extends true | undefined = undefined,
>(operation: Operation<Input, Output, Calls>): Operation<Input, Output, Calls> {
  return operation;
}

/** An operation of any input and output, for lists and surfaces. */
// biome-ignore lint/suspicious/noExplicitAny: input and output are checked by the schemas at run time.
export type AnyOperation = Operation<any, any, any>;
