import type { Dispatcher } from 'undici';
import type { Closable, Exchanges } from './exchanges.ts';
import { causeOf, HttpFailure, type HttpFailureReason, reasonOf } from './failure.ts';
import { type Call, describe } from './request.ts';
import { countTinyChunks } from './tiny-chunks.ts';

/** The connection pool and address of a call. */
export interface Destination {
  dispatcher: Dispatcher;
  /** Differs from the call's URL for a routed origin. */
  url: URL;
  /** Lists the exchange until it ends. */
  exchanges: Exchanges;
}

/** Receives one head, its data and one end; or a failure at any point, and nothing after it. */
export interface Receiver {
  head(status: number, headers: Record<string, string>): void;
  data(chunk: Buffer): void;
  end(): void;
  fail(failure: HttpFailure): void;
}

export interface Flow extends Closable {
  pause(): void;
  resume(): void;
  /** Ends the exchange without a failure and closes its connection. */
  cancel(): void;
}

const timerMsMax = 2 ** 31 - 1;
const TINY_CHUNKS = { code: 'TINY_CHUNKS' };
/** More than honest servers send. */
const chunkLimits = { bytesMin: 32, tinyMax: 16_384, tinyPerSecondMax: 1_000 };

/**
 * Sends one request. It uses undici's `dispatch`, because only a handler learns when the request is about to be written
 * to a connected socket. From that moment on `sent` is true.
 */
export function exchange({ dispatcher, url, exchanges }: Destination, call: Call, receiver: Receiver): Flow {
  let controller: Dispatcher.DispatchController | undefined;
  let isWritten = false;
  let hasEnded = false;
  let status: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const isWithin = countTinyChunks(chunkLimits);

  const finish = (): boolean => {
    if (hasEnded) return false;
    hasEnded = true;
    exchanges.delete(flow);
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', onAbort);
    return true;
  };
  const fail = (reason: HttpFailureReason, cause?: unknown) => {
    if (!finish()) return;
    const progress = status !== undefined ? 'answering' : isWritten ? 'sent' : 'unsent';
    const why = causeOf(reason, progress, cause);
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
      // A suspended process may resume with a ready connection after the deadline.
      if (performance.now() >= call.deadline()) fail('timeout');
      // undici may retry on a second connection, and the first one may have delivered the request.
      if (isWritten) fail('reset');
      // Unlike an abort, a throw keeps the unused connection for the next request.
      if (hasEnded) throw new Error('over before it was written');
      controller = started;
      isWritten = true;
    },
    onResponseStart(_, code, headers) {
      if (hasEnded || code < 200) return;
      status = code;
      receiver.head(code, joinedHeaders(headers));
    },
    onResponseData(_, chunk) {
      if (hasEnded) return;
      if (isWithin(chunk.length)) receiver.data(chunk);
      else fail('protocol', TINY_CHUNKS);
    },
    onResponseEnd() {
      if (finish()) receiver.end();
    },
    onResponseError(_, error) {
      // The parser's error quotes the response, which may contain a token.
      if ('data' in error) error.data = undefined;
      fail(reasonOf(error), error);
    },
  };

  exchanges.add(flow);
  const remainingMs = call.deadline() - performance.now();
  /** Fails at the deadline, or waits again when the deadline has moved. */
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
