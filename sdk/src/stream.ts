import { errorOf, HubbubError } from './errors.ts';
import { type Connection, type Fields, networkError, request, toRequest } from './request.ts';
import { isRetried, pauseOf, sleep } from './retry.ts';
import { type ServerSent, serverSent } from './server-sent.ts';
import type { CallOptions, StreamedEvent } from './types.ts';

/** The service sends a sign of life every 15 seconds. */
const SILENCE_MS = 45_000;

type StreamOptions = Pick<CallOptions, 'signal' | 'headers'>;

/**
 * The events as they happen, each once and in order, until the signal is aborted or the loop ends. A broken connection is
 * made again, behind the last event that came.
 * @throws {HubbubError} when the service rejects for good; 410 `gone` tells in `meta.resume_after` where to go on
 */
export async function* streamEvents(
  connection: Connection,
  routes: { readonly stream: string; readonly list: string },
  input: Fields = {},
  options: StreamOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const { signal } = options;
  const place: Place = { after: input.after, lastId: undefined, failures: 0 };
  try {
    // The place is known before the first event, so that a break before it loses nothing.
    place.after ??= await newestSeq(connection, routes.list, options);
    while (true) {
      try {
        yield* oneConnection(connection, routes.stream, input, options, place);
      } catch (error) {
        if (!isRetried(error)) throw error;
        await sleep(Math.min(pauseOf(error, place.failures), 30_000), signal);
        place.failures += 1;
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

interface Place {
  after: unknown;
  lastId: string | undefined;
  /** Failed connections since the last event or sign of life. */
  failures: number;
}

async function newestSeq(connection: Connection, route: string, options: StreamOptions): Promise<number> {
  const { data } = (await request(connection, route, { limit: 1 }, options)) as { data: { seq: number }[] };
  return data[0]?.seq ?? 0;
}

async function* oneConnection(
  connection: Connection,
  route: string,
  input: Fields,
  { signal, headers }: StreamOptions,
  place: Place,
): AsyncGenerator<StreamedEvent> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const fields = { ...input, after: place.lastId === undefined ? place.after : undefined };
    const resumed = place.lastId === undefined ? {} : { 'last-event-id': place.lastId };
    const { url, ...init } = toRequest(connection, route, fields, { headers: { ...headers, ...resumed } });
    const signals = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
    const response = await connection.fetch(url, { ...init, signal: signals });
    if (!response.ok || response.body === null) throw errorOf(response, await response.json().catch(() => undefined));
    for await (const message of serverSent(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      place.failures = 0;
      if (message.event === 'error') throw errorIn(message, response);
      if (message.data === '') continue;
      yield JSON.parse(message.data) as StreamedEvent;
      // The caller asked for the next, so it is done with this one.
      place.lastId = message.id ?? place.lastId;
    }
    throw networkError(undefined);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof HubbubError ? error : networkError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A stream ends with an error in its text, because its status is sent already. */
function errorIn({ data }: ServerSent, { headers }: Response): HubbubError {
  const body = JSON.parse(data) as { code: string };
  const status = { unavailable: 503, internal_error: 503, unauthorized: 401 }[body.code] ?? 400;
  return errorOf(new Response(null, { status, headers }), body);
}
