import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { json, Refused } from '../../core/calls/answer.ts';
import type { Answer, Call } from '../../core/platform.ts';
import { accessDenied, illegal, missingField, notFound } from './errors.ts';
import { grantOf, hasScope, isOrganizationOf } from './grants.ts';
import { eventType } from './notifications.ts';
import { compoundKeyAt, paged, requiredIn, textIn } from './restli.ts';
import { type LinkedIn, type SubscriptionRow, urnOf } from './store.ts';

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation */
const answerMs = 3_000;

/** `PUT /rest/eventSubscriptions/(developerApplication:…,user:…,entity:…,eventType:…)`. */
export async function subscribe(linkedin: LinkedIn, call: Call): Promise<Answer> {
  const key = keyOf(linkedin, call);
  const { webhook } = call.body;
  if (typeof webhook !== 'string' || !URL.canParse(webhook)) throw missingField('/webhook');
  const refusal = await challenge(linkedin, webhook);
  if (refusal !== null) throw illegal(`The webhook could not be validated: ${refusal}`);
  const { store, world } = linkedin;
  const isKnown = store.subscriptions.get(idFor(key)) !== undefined;
  call.effect(() => store.subscriptions.put(idFor(key), { ...key, webhook, created_at: world.clock.now() }));
  return { status: isKnown ? 204 : 200 };
}

export function readSubscription(linkedin: LinkedIn, call: Call): Answer {
  const row = linkedin.store.subscriptions.get(idFor(keyOf(linkedin, call)));
  if (!row) throw notFound('eventSubscription');
  return json(subscriptionView(row));
}

export function unsubscribe(linkedin: LinkedIn, call: Call): Answer {
  const id = idFor(keyOf(linkedin, call));
  if (!linkedin.store.subscriptions.get(id)) throw notFound('eventSubscription');
  call.effect(() => linkedin.store.subscriptions.delete(id));
  return { status: 204 };
}

/** `GET /rest/eventSubscriptions?q=subscriberAndEventType`. */
export function listSubscriptions(linkedin: LinkedIn, call: Call): Answer {
  if (requiredIn(call, 'q') !== 'subscriberAndEventType') throw illegal('Unknown finder');
  const user = urnOf('member', grantOf(linkedin, call).member);
  const { subscriber = user, type = eventType } = readSubscriber(call);
  const rows = linkedin.store.subscriptions.all().filter((row) => row.user === user && subscriber === user);
  return json(paged(call, type === eventType ? rows : [], subscriptionView));
}

/** The subscriber is named as its URN, or as application and user. */
function readSubscriber(call: Call): { subscriber?: string; type?: string } {
  const type = textIn(call, 'eventType');
  const isUrn = /[?&]subscriber=urn/.test(call.path);
  const subscriber = isUrn ? textIn(call, 'subscriber') : undefined;
  return { ...(subscriber !== undefined && { subscriber }), ...(type !== undefined && { type }) };
}

function keyOf(linkedin: LinkedIn, call: Call) {
  const { developerApplication: application, user, entity, eventType: event_type } = compoundKeyAt(call, 2);
  if (!application || !user || !entity || event_type !== eventType) throw illegal('The key is not complete');
  const { app } = linkedin.world;
  const isOwn =
    application === `urn:li:developerApplication:${app.client_id}` &&
    user === urnOf('member', grantOf(linkedin, call).member) &&
    isOrganizationOf(linkedin, call, entity);
  if (!isOwn || !hasScope(call, 'r_organization_social', 'rw_organization_admin'))
    throw accessDenied('eventSubscriptions');
  return { application, user, entity, event_type };
}

function idFor({ application, user, entity, event_type }: Omit<SubscriptionRow, 'webhook' | 'created_at'>): string {
  return [application, user, entity, event_type].join('|');
}

function subscriptionView({ application, user, entity, event_type, webhook, created_at }: SubscriptionRow): object {
  return {
    developerApplication: application,
    user,
    entity,
    eventType: event_type,
    webhook,
    subscriberUrl: webhook,
    expiresAt: created_at + 365 * 86_400_000,
  };
}

/** As when the address is registered in the developer portal. */
export async function verifyCallback(linkedin: LinkedIn, { callbackUrl }: { callbackUrl: string }): Promise<void> {
  const refusal = await challenge(linkedin, callbackUrl);
  if (refusal !== null) throw new Refused(400, `The webhook could not be validated: ${refusal}`);
}

/** Asks for the code signed with the app's secret; gives the reason why the answer is wrong. */
async function challenge({ world }: LinkedIn, webhook: string): Promise<string | null> {
  const challengeCode = randomUUID();
  const url = new URL(webhook);
  url.searchParams.set('challengeCode', challengeCode);
  url.searchParams.set('applicationId', world.app.client_id);
  try {
    const answer = await world.http.request({ method: 'GET', url: url.href, timeoutMs: answerMs });
    if (answer.status !== 200) return `it answered ${answer.status}`;
    if (!answer.headers['content-type']?.includes('application/json')) return 'it did not answer with application/json';
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    const expected = createHmac('sha256', world.app.client_secret).update(challengeCode).digest('hex');
    const isRight = body.challengeCode === challengeCode && isSame(String(body.challengeResponse), expected);
    return isRight ? null : 'the challengeResponse is wrong';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
