import { bodyOf, serve } from '@hubbub/guarded-http/servers.fixture.ts';
import type { Body, TestService, TestWorkspace, TestWorld } from '../../../test/harness.ts';
import { commentEvent } from '../../../test/sample-events.ts';
import type { NewEvent } from '../../core/event.ts';
import { record } from '../events/index.ts';

/** The response of a receiver of the simulator; `times` counts down. */
export interface Behaviour {
  readonly status?: number;
  readonly delay_ms?: number;
  /** Answers wait until the receiver is told to behave again. */
  readonly hold?: boolean;
  readonly retry_after?: number;
  readonly times?: number;
}

/** A webhook endpoint at a receiver of the simulator. */
export interface TestHook {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
  behave(behaviour: Behaviour): Promise<void>;
  /** The messages that the receiver got, without pings. */
  received(): Promise<Body[]>;
}

let count = 0;

export function receiverUrl(): string {
  count += 1;
  return `https://simulator.test/receiver/r${count}`;
}

/** Calls a receiver of the simulator under its real address. */
export async function receiver(world: TestWorld, url: string, method = 'GET', path = '', body?: unknown) {
  const response = await fetch(`${world.simulatorUrl}${new URL(url).pathname}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!response.ok) throw new Error(`${method} ${url}${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

/** Registers an endpoint and gives its secret to the receiver. `settings`: further fields of the request. */
export async function addHook(
  workspace: TestWorkspace,
  events: readonly string[] = ['comment.received'],
  settings: object = {},
): Promise<TestHook> {
  const url = receiverUrl();
  const { status, body, text } = await workspace.api.post('/v1/webhooks', { url, events, ...settings });
  if (status !== 201) throw new Error(text);
  await receiver(workspace, url, 'PUT', '', { secret: body.secret });
  return {
    id: body.id,
    secret: body.secret,
    url,
    behave: async (behaviour) => {
      await receiver(workspace, url, 'PUT', '/behaviour', behaviour);
    },
    received: async () => {
      const { deliveries } = await receiver(workspace, url);
      return deliveries.filter((delivery: Body) => delivery.event !== 'webhook.test');
    },
  };
}

/** A message as a receiver on this machine got it. */
export interface RawMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** As it came, for checking signatures. */
  readonly body: string;
}

/** Registers an endpoint on this machine, which accepts everything; `messages` holds all, pings included. */
export async function addLocalHook(
  workspace: TestWorkspace,
  events: readonly string[] = ['comment.received'],
  settings: object = {},
) {
  const messages: RawMessage[] = [];
  const origin = await serve(async (request, response) => {
    messages.push({ headers: request.headers as RawMessage['headers'], body: String(await bodyOf(request)) });
    response.end();
  });
  const options = { url: `${origin}/hook`, events, ...settings };
  const { status, body, text } = await workspace.api.post('/v1/webhooks', options);
  if (status !== 201) throw new Error(text);
  return { id: body.id as string, secret: body.secret as string, url: options.url, messages };
}

/** Writes events to the log of a workspace's test tenant: comments, unless others are given. */
export async function emit(
  service: TestService,
  workspace: TestWorkspace,
  wanted: number | readonly NewEvent[] = 1,
): Promise<void> {
  const comments = (amount: number) => Array.from({ length: amount }, () => commentEvent('Grüße 🙂'));
  const events = typeof wanted === 'number' ? comments(wanted) : wanted;
  const { tenantId } = workspace;
  await service.app.db.tenant(tenantId).transaction((tx) => record(tx, tenantId, events));
}

/** Makes waiting deliveries due and ends the pauses of their endpoints. */
export async function skipPauses(service: TestService): Promise<void> {
  await service.sql('update webhook_endpoints set not_before = null');
  await service.sql(`update deliveries set due_at = now() where isfinite(due_at)`);
  await service.sql('update delivery_queues set next_due_at = now()');
}
