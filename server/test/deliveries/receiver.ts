import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

/** The messages of a receiver under one `webhook-id`. */
export interface Message {
  readonly body: string;
  accepted: number;
  rejected: number;
}

/** A receiver of webhooks on this machine, as a customer would write it. */
export interface Receiver {
  readonly url: string;
  readonly messages: ReadonlyMap<string, Message>;
  /** Faults of what came: a wrong signature, or another body under a known id. */
  readonly faults: readonly string[];
  /** Messages that are being answered. */
  running(): number;
  /** The most messages that were being answered at once, since the last call. */
  takePeak(): number;
  /** Messages that were accepted at least once. */
  accepted(): number;
  /** The secret of the endpoint. Messages from before are checked with it now. */
  useSecret(secret: string): void;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** Decides about each message; without it everything is accepted. `number` counts them from 1. */
  readonly accepts?: (number: number) => boolean;
  /** Called when a message was accepted, before it is answered. */
  readonly onAccepted?: (accepted: number) => unknown;
}

/** Starts a receiver that checks every body with the official verifier; it ends with the test. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { accepts = () => true, onAccepted } = options;
  const messages = new Map<string, Message>();
  const faults: string[] = [];
  const unchecked: { body: string; headers: Record<string, string> }[] = [];
  let verifier: Webhook | undefined;
  let count = 0;
  let accepted = 0;
  let running = 0;
  let peak = 0;

  const check = (body: string, headers: Record<string, string>) => {
    try {
      verifier?.verify(body, headers);
    } catch (error) {
      faults.push(`${headers['webhook-id']}: ${error}`);
    }
  };
  const receive = async (body: string, headers: Record<string, string>, response: ServerResponse) => {
    if (headers['x-socialapi-event'] === 'webhook.test') return response.end();
    if (verifier === undefined) unchecked.push({ body, headers });
    else check(body, headers);
    const id = headers['webhook-id'] ?? '';
    const message = messages.get(id) ?? { body, accepted: 0, rejected: 0 };
    messages.set(id, message);
    if (message.body !== body) faults.push(`${id}: another body than before`);
    count += 1;
    if (!accepts(count)) {
      message.rejected += 1;
      return response.writeHead(500).end('not now');
    }
    message.accepted += 1;
    if (message.accepted === 1) accepted += 1;
    await onAccepted?.(accepted);
    return response.end('thanks');
  };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) pieces.push(piece);
    } catch {
      // The service was killed while it sent: nothing was received.
      return;
    }
    running += 1;
    peak = Math.max(peak, running);
    await receive(Buffer.concat(pieces).toString(), request.headers as Record<string, string>, response);
    running -= 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    messages,
    faults,
    running: () => running,
    takePeak() {
      const taken = peak;
      peak = running;
      return taken;
    },
    accepted: () => accepted,
    useSecret(secret) {
      verifier = new Webhook(secret);
      for (const { body, headers } of unchecked.splice(0)) check(body, headers);
    },
    close,
  };
}
