import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient, HttpFailure, open } from '@hubbub/guarded-http';
import { newId } from '../../core/ids.ts';
import { messageBody, messageHeaders } from '../../features/webhooks/index.ts';
import type { Json } from '../tenant/api.ts';

/** The pauses before further tries. */
const PAUSES_SECONDS = [1, 2, 5, 10];
const TIMEOUT_MS = 15_000;

const client = createHttpClient({ policy: open });

export interface Receiver {
  readonly url: string;
  readonly secret: string;
  readonly userAgent: string;
}

export interface Try {
  readonly isAccepted: boolean;
  /** The status, or why there is none. */
  readonly outcome: string;
  readonly durationMs: number;
  /** The pause before the next try; undefined: there is none. */
  readonly pauseSeconds: number | undefined;
}

/**
 * Posts an event of the stream to the receiver, with the body and the signatures of a webhook delivery, until it answers
 * 2xx, at most five times. Tells every try. Whether the receiver took it.
 */
export async function forward(
  event: Json,
  receiver: Receiver,
  signal: AbortSignal,
  tell: (one: Try) => void,
): Promise<boolean> {
  const body = messageBody({
    id: event.id,
    type: event.type,
    seq: event.seq,
    createdAt: new Date(event.created_at),
    brandId: event.brand_id,
    livemode: event.livemode,
    data: JSON.stringify(event.data),
    rawPayload: null,
  });
  const deliveryId = newId('dlv');
  for (const pauseSeconds of [...PAUSES_SECONDS, undefined]) {
    const at = new Date();
    const headers = messageHeaders(receiver.secret, { id: event.id, type: event.type, deliveryId, at }, body);
    const { isAccepted, outcome } = await post(receiver, headers, body, signal);
    if (signal.aborted) return isAccepted;
    tell({
      isAccepted,
      outcome,
      durationMs: Date.now() - at.getTime(),
      pauseSeconds: isAccepted ? undefined : pauseSeconds,
    });
    if (isAccepted || pauseSeconds === undefined) return isAccepted;
    await sleep(pauseSeconds * 1000, undefined, { signal }).catch(() => {});
    if (signal.aborted) return false;
  }
  return false;
}

async function post(
  { url, userAgent }: Receiver,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<{ isAccepted: boolean; outcome: string }> {
  try {
    const { status } = await client.request({
      method: 'POST',
      url,
      headers: { ...headers, 'user-agent': userAgent },
      body: { bytes: body, type: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return { isAccepted: status >= 200 && status < 300, outcome: String(status) };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const outcome =
      error.reason === 'refused' ? `nothing listens at ${new URL(url).host}` : error.message.replace(/^[^:]+: /, '');
    return { isAccepted: false, outcome };
  }
}
