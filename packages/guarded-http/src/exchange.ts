import type { Dispatcher } from 'undici';
import { HttpFailure, type HttpFailureReason, reasonOf } from './failure.ts';
import { type Call, describe } from './request.ts';
import type { Closable, Running } from './running.ts';

/** Where a call goes on the wire. */
export interface Destination {
  dispatcher: Dispatcher;
  /** Differs from the call's own for a routed origin. */
  url: URL;
  /** Knows the exchange until it is over. */
  running: Running;
}

/** Takes what comes back: one head, its data, one end; or a failure at any point, and nothing after it. */
export interface Receiver {
  head(status: number, headers: Record<string, string>): void;
  data(chunk: Buffer): void;
  end(): void;
  fail(failure: HttpFailure): void;
}

export interface Flow extends Closable {
  pause(): void;
  resume(): void;
  /** Ends the exchange quietly; the connection goes with it. */
  cancel(): void;
}

const timerMsMax = 2 ** 31 - 1;

/**
 * One request on the wire. Dispatches without undici's `request` because only the handler learns when the request is
 * about to be written to a connected socket, and that moment is what `sent` means.
 */
export function exchange({ dispatcher, url, running }: Destination, call: Call, receiver: Receiver): Flow {
  let controller: Dispatcher.DispatchController | undefined;
  let isWritten = false;
  let isOver = false;
  let status: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const finish = (): boolean => {
    if (isOver) return false;
    isOver = true;
    running.delete(flow);
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', onAbort);
    return true;
  };
  const fail = (reason: HttpFailureReason, cause?: unknown) => {
    if (!finish()) return;
    const why = reason === 'blocked' ? (cause as Error).message : undefined;
    const sent = isWritten || call.hasSent;
    receiver.fail(new HttpFailure(reason, sent, { what: describe(call.method, call.url), why, status, cause }));
    controller?.abort(new Error(reason));
  };
  const flow: Flow = {
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
    cancel: () => {
      if (finish()) controller?.abort(new Error('cancelled'));
    },
    close: () => fail('closed'),
  };
  const onAbort = () => fail('aborted', call.signal?.reason);
  const onSourceError = (cause: Error) => fail('upload', cause);

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // A stopped process may wake up with the connection ready and the time long over.
      if (performance.now() >= call.deadline()) fail('timeout');
      // undici may hand a request to a second connection; whether the first one was heard is unknown.
      if (isWritten) fail('reset');
      // Throwing here, unlike aborting, leaves the unused connection to the next request.
      if (isOver) throw new Error('over before it was written');
      controller = started;
      isWritten = true;
    },
    onResponseStart(_, code, headers) {
      if (isOver || code < 200) return;
      status = code;
      receiver.head(code, joinedHeaders(headers));
    },
    onResponseData(_, chunk) {
      if (!isOver) receiver.data(chunk);
    },
    onResponseEnd() {
      if (finish()) receiver.end();
    },
    onResponseError(_, error) {
      // The parser quotes the answer in its error, and an answer may hold a token.
      if ('data' in error) error.data = undefined;
      fail(reasonOf(error), error);
    },
  };

  running.add(flow);
  const remainingMs = call.deadline() - performance.now();
  /** A deadline that was moved meanwhile is waited for anew. */
  const failAt = (deadline: number) => {
    const onTime = () => (call.deadline() > deadline ? failAt(call.deadline()) : fail('timeout'));
    timer = setTimeout(onTime, Math.min(deadline - performance.now(), timerMsMax));
  };
  if (call.signal?.aborted) onAbort();
  else if (!(remainingMs > 0)) fail('timeout');
  else {
    failAt(call.deadline());
    call.signal?.addEventListener('abort', onAbort, { once: true });
    for (const source of call.body?.sources ?? []) source.once('error', onSourceError);
    const { method, headers } = call;
    const path = url.pathname + url.search;
    dispatcher.dispatch({ origin: url.origin, path, method, headers, body: call.body?.content ?? null }, handler);
  }
  return flow;
}

/** Lower-case names, repeated headers joined by a comma; no inherited names. */
function joinedHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const joined: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
