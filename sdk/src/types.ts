import type { operations, webhooks } from './generated/openapi.ts';

/** The operation ids of the API. */
export type OperationId = Exclude<keyof operations, `on_${string}`>;

/** Beside the fields of a call. */
export interface CallOptions {
  /** Ends the call, its retries and its pauses. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt; default: those of the client. The seconds of `waitSeconds` are added. */
  readonly timeoutMs?: number;
  /** The most repetitions of the call; default: that of the client. */
  readonly retries?: number;
  /** The idempotency key of a write; default: a random one for each call. */
  readonly idempotencyKey?: string;
  /** `Prefer: wait`: how long the service waits for the outcome of a post, at most 30. */
  readonly waitSeconds?: number;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Given<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;
type Part<T, Name extends string> = T extends { [K in Name]?: infer P } ? Given<P> : unknown;
type Body<B> = B extends { content: { 'application/json': infer Json } }
  ? Given<Json>
  : B extends { content: { 'multipart/form-data': infer Form } }
    ? { [Field in keyof Form]: Blob }
    : unknown;
type Flat<T> = { [Field in keyof T]: T[Field] };
type Parameters<Id extends OperationId> = operations[Id]['parameters'];

/** The fields of an operation: those of its path, its query and its body beside each other. */
export type Input<Id extends OperationId> = Flat<
  Part<Parameters<Id>, 'path'> & Part<Parameters<Id>, 'query'> & Body<Part<operations[Id], 'requestBody'>>
>;

type Answer<R> = R extends { content: { 'application/json': infer Json } } ? Json : never;
/** Beside 201, 202 and 204, a 200 is the response of a dry run. */
type Answered<R> = R extends { 204: unknown }
  ? undefined
  : R extends { 201: unknown } | { 202: unknown }
    ? Answer<R[keyof R & (201 | 202 | 207)]>
    : Answer<R[keyof R & (200 | 207)]>;

/** The response of an operation. */
export type Output<Id extends OperationId> = Answered<operations[Id]['responses']>;

type Call<Id extends OperationId, Result> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>, options?: CallOptions) => Result
    : (input: Input<Id>, options?: CallOptions) => Result;

export type Method<Id extends OperationId> = Call<Id, Promise<Output<Id>>>;

/** One item of a list. */
export type Item<Id extends OperationId> = Output<Id> extends { data: readonly (infer One)[] } ? One : never;

/** One page when it is awaited; with `for await`, the items of this page and of all that follow. */
export type Pages<Page, One> = Promise<Page> & AsyncIterable<One>;

export type List<Id extends OperationId> = Call<Id, Pages<Output<Id>, Item<Id>>>;

type EventType = keyof webhooks;
type MessageOf<Type extends EventType> = webhooks[Type]['post']['requestBody']['content']['application/json'];
/** The message without its index signature. */
type Known<T> = { [Field in keyof T as string extends Field ? never : Field]: T[Field] };
type Typed<Message, Type extends EventType> = Omit<Message, 'type' | 'data'> & {
  readonly type: Type;
  readonly data: Known<NonNullable<MessageOf<Type>['data']>>;
};

/** A verified message of a webhook: `type` decides what `data` is. */
export type WebhookEvent = { [Type in EventType]: Typed<MessageOf<Type>, Type> }[EventType];

/** An event of the log and the stream: `type` decides what `data` is. */
export type StreamedEvent = { [Type in EventType]: Typed<Item<'list_events'>, Type> }[EventType];

/** The stream begins behind `after`; without it, with the next event. */
export type Stream<Id extends OperationId> = (
  input?: Input<Id>,
  options?: Pick<CallOptions, 'signal' | 'headers'>,
) => AsyncGenerator<StreamedEvent, void, undefined>;

export type Post = Output<'get_post'>;
export type Account = Output<'get_account'>;
export type MediaItem = Output<'get_media'>;
