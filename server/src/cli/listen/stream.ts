import { setTimeout as sleep } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { CommandError } from '../command.ts';
import type { TenantAccess } from '../tenant/access.ts';
import type { Json } from '../tenant/api.ts';

/** The service sends something at least every 15 seconds. */
const SILENCE_MS_MAX = 45_000;
const PAUSE_MS_MAX = 30_000;
/** Rejections that another try does not change. */
const FINAL = [400, 401, 403, 404];

export interface StreamOptions {
  readonly access: TenantAccess;
  /** The stream begins with the first event whose `seq` is greater. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** Told when the connection is lost, is back, or cannot go on where it ended. */
  readonly tell: (text: string) => void;
}

/**
 * The events of a tenant in their order, without an end: it connects again, with pauses up to 30 seconds, and goes on after
 * the last event. Ends with the signal. Throws CommandError when the service rejects the key.
 */
export async function* readStream({ access, after, signal, tell }: StreamOptions): AsyncGenerator<Json> {
  let start = after;
  let lastId: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
      for await (const message of messagesOf(access, `after=${start}`, headers, signal)) {
        if (failures > 0) tell('Connected again.');
        failures = 0;
        if (message === undefined) continue;
        if (message.event === 'error') throw new StreamRejection(undefined, JSON.parse(message.data));
        lastId = message.id;
        yield JSON.parse(message.data);
      }
    } catch (error) {
      if (error instanceof CommandError) throw error;
      if (error instanceof StreamRejection) {
        const resumeAfter = error.body?.meta?.resume_after;
        if (resumeAfter !== undefined) {
          tell(`The events up to seq ${resumeAfter} are past their retention and were missed.`);
          [start, lastId] = [resumeAfter, undefined];
          continue;
        }
        if (error.isFinal) throw new CommandError(`The service rejected the stream: ${error.message}`);
      }
    }
    if (signal.aborted) return;
    failures += 1;
    if (failures === 1) tell(`The connection to ${access.url()} is lost. Trying again …`);
    await sleep(Math.min(PAUSE_MS_MAX, 250 * 2 ** failures), undefined, { signal }).catch(() => {});
  }
}

class StreamRejection extends Error {
  readonly body: Json;
  readonly isFinal: boolean;

  constructor(status: number | undefined, body: Json) {
    super(body?.error ?? String(status));
    this.body = body;
    this.isFinal = status === undefined ? ['unauthorized', 'forbidden'].includes(body?.code) : FINAL.includes(status);
  }
}

/** The messages of one connection; undefined for each piece without one, so that the reader knows that it lives. */
async function* messagesOf(
  { url, key }: TenantAccess,
  query: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage | undefined> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const withinSilence = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => ended.abort(), SILENCE_MS_MAX);
    return work.finally(() => clearTimeout(timer));
  };
  try {
    const response = await withinSilence(
      fetch(`${url()}/v1/events/stream?${query}`, {
        headers: { authorization: `Bearer ${key}`, ...headers },
        signal: either,
      }),
    );
    if (response.status !== 200)
      throw new StreamRejection(response.status, await withinSilence(response.json().catch(() => undefined)));
    const waiting: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (message) => waiting.push(message) });
    const decoder = new TextDecoder();
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield undefined;
      yield* waiting.splice(0);
    }
  } finally {
    ended.abort();
  }
}
