import { randomUUID } from 'node:crypto';
import { json } from '../../../core/calls/answer.ts';
import type { Answer, Call } from '../../../core/platform.ts';
import { checkBody, object, string } from '../body-schema.ts';
import { pathId } from '../parameters.ts';
import { invalidRequest, notPermitted, Problem, unsupportedAuthentication } from '../problems.ts';
import { timeOf } from '../reading/render.ts';
import type { Store, Webhook } from '../store.ts';
import { sign } from './account-activity.ts';

/** https://docs.x.com/x-api/webhooks/introduction */
const urlLengthMax = 200;
const webhooksMax = 5;

function requireApp(call: Call): void {
  if (call.token?.account !== null)
    throw new Problem(unsupportedAuthentication('OAuth 2.0 User Context', 'OAuth 2.0 Application-Only'));
}

export async function createWebhook(store: Store, call: Call): Promise<Answer> {
  requireApp(call);
  checkBody(call, object({ url: string }, 'url'));
  const url = String(call.body.url);
  const present = store.webhooks.all();
  if (!isAcceptable(url)) throw failed('UrlValidationFailed', url);
  if (present.some((webhook) => webhook.url === url)) throw failed('DuplicateUrlFailed', url);
  if (present.length >= webhooksMax) throw failed('WebhookLimitExceeded', url);
  if (!(await passesChallenge(store, url))) throw failed('CrcValidationFailed', url);
  const webhook: Webhook = { id: store.nextId(), url, is_valid: true, created_at: store.world.clock.now() };
  call.effect(() => store.webhooks.put(webhook.id, webhook));
  return json({ data: shown(store, webhook) });
}

export function listWebhooks(store: Store, call: Call): Answer {
  requireApp(call);
  const data = store.webhooks.all().map((webhook) => shown(store, webhook));
  return json({ ...(data.length > 0 ? { data } : {}), meta: { result_count: data.length } });
}

/** Asks for the challenge again, as X also does by itself every hour (the simulator does not). */
export async function checkWebhook(store: Store, call: Call): Promise<Answer> {
  requireApp(call);
  const webhook = byId(store, pathId(call));
  const isValid = await passesChallenge(store, webhook.url);
  call.effect(() => store.webhooks.put(webhook.id, { ...webhook, is_valid: isValid }));
  if (!isValid) throw failed('CrcValidationFailed', webhook.url);
  return json({ data: { valid: true } });
}

export function deleteWebhook(store: Store, call: Call): Answer {
  requireApp(call);
  const webhook = byId(store, pathId(call));
  call.effect(() => {
    store.webhooks.delete(webhook.id);
    for (const { account } of store.subscriptions.where('webhook_id', webhook.id))
      store.subscriptions.delete(`${webhook.id}:${account}`);
  });
  return json({ data: { deleted: true } });
}

export function subscribe(store: Store, call: Call): Answer {
  const webhook = byId(store, pathId(call));
  const account = call.account?.platform_id;
  if (account === undefined) throw notPermitted();
  const subscription = { webhook_id: webhook.id, account };
  call.effect(() => store.subscriptions.put(`${webhook.id}:${account}`, subscription));
  return json({ data: { subscribed: true } });
}

export function readSubscription(store: Store, call: Call): Answer {
  const webhook = byId(store, pathId(call));
  const key = `${webhook.id}:${call.account?.platform_id}`;
  return json({ data: { subscribed: store.subscriptions.get(key) !== undefined } });
}

export function unsubscribe(store: Store, call: Call): Answer {
  requireApp(call);
  const webhook = byId(store, pathId(call));
  const account = pathId(call, 'user_id');
  call.effect(() => store.subscriptions.delete(`${webhook.id}:${account}`));
  return json({ data: { subscribed: false } });
}

function byId(store: Store, id: string): Webhook {
  const webhook = store.webhooks.get(id);
  if (!webhook) throw failed('WebhookIdInvalid', id);
  return webhook;
}

function shown(store: Store, { id, url, is_valid, created_at }: Webhook): object {
  return { id, url, valid: is_valid, created_at: timeOf(store, created_at) };
}

/** https without a port. Addresses of this machine may have both, because nothing else could receive here. */
function isAcceptable(address: string): boolean {
  const url = URL.parse(address);
  if (!url || address.length > urlLengthMax) return false;
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return /^https?:$/.test(url.protocol);
  return url.protocol === 'https:' && url.port === '';
}

/** The challenge-response check: the app proves that it knows the consumer secret. */
async function passesChallenge(store: Store, address: string): Promise<boolean> {
  const challenge = randomUUID();
  const url = new URL(address);
  url.searchParams.set('crc_token', challenge);
  try {
    const { status, body } = await store.world.http.request({ method: 'GET', url: url.href });
    const answer = JSON.parse(body) as { response_token?: unknown };
    return status === 200 && answer.response_token === sign(store, challenge);
  } catch {
    return false;
  }
}

function failed(reason: string, value: string): Problem {
  return invalidRequest({ name: reason === 'WebhookIdInvalid' ? 'webhook_id' : 'url', value, message: reason });
}
