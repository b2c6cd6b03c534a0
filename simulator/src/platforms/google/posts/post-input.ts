import { GoogleError, invalidField } from '../errors.ts';
import { type Body, checkUrl, objectOf, textOf } from '../fields.ts';
import { type CallToAction, type OfferInput, type Topic, topics } from '../store.ts';
import { type EventInput, eventOf } from './event-input.ts';

const summaryLengthMax = 1500;
const actionTypes = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL', 'GET_OFFER'];

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts */
const fields = [
  'name',
  'languageCode',
  'summary',
  'callToAction',
  'createTime',
  'updateTime',
  'event',
  'state',
  'media',
  'searchUrl',
  'topicType',
  'alertType',
  'offer',
  'scheduledTime',
  'recurrenceInfo',
];

/** Google's JSON reader knows both spellings of a name and rejects every other name. */
export function knownFields(body: Body): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!fields.includes(name)) throw unknownName(key, 'local_post');
    known[name] = value;
  }
  return known;
}

function unknownName(name: string, at: string): GoogleError {
  const message = `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`;
  return new GoogleError('INVALID_ARGUMENT', message, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: at, description: message }] },
  ]);
}

export function summaryOf(body: Body): string {
  const summary = textOf(body, 'summary') ?? '';
  if ([...summary].length > summaryLengthMax) throw invalidField('summary', 'Summary is too long.', summary);
  return summary;
}

export function topicOf(body: Body): Topic {
  const topic = topics.find((known) => known === body.topicType);
  if (!topic) throw invalidField('topic_type', 'Topic type is required.', String(body.topicType ?? ''));
  return topic;
}

/** An offer has none: what is sent is ignored. */
export function callToActionOf(body: Body, topic: Topic): CallToAction | null {
  const options = objectOf(body, 'callToAction');
  if (!options || topic === 'OFFER') return null;
  const actionType = textOf(options, 'actionType') ?? '';
  if (!actionTypes.includes(actionType))
    throw invalidField('call_to_action.action_type', 'Invalid action type.', actionType);
  if (actionType === 'CALL') return { actionType };
  const url = textOf(options, 'url') ?? '';
  checkUrl('call_to_action.url', url);
  return { actionType, url };
}

/** Events and offers have a title and a time. */
export function eventFor(body: Body, topic: Topic): EventInput | null {
  if (topic !== 'EVENT' && topic !== 'OFFER') return null;
  const options = objectOf(body, 'event');
  if (!options) throw invalidField('event', 'Event is required for this topic type.');
  return eventOf(options);
}

export function offerFor(body: Body, topic: Topic): OfferInput | null {
  const options = objectOf(body, 'offer');
  if (topic !== 'OFFER' || !options) return null;
  const couponCode = textOf(options, 'couponCode');
  const redeemOnlineUrl = textOf(options, 'redeemOnlineUrl');
  const termsConditions = textOf(options, 'termsConditions');
  if (redeemOnlineUrl !== undefined) checkUrl('offer.redeem_online_url', redeemOnlineUrl);
  return {
    ...(couponCode !== undefined && { couponCode }),
    ...(redeemOnlineUrl !== undefined && { redeemOnlineUrl }),
    ...(termsConditions !== undefined && { termsConditions }),
  };
}

export function alertFor(body: Body, topic: Topic): string | null {
  if (topic !== 'ALERT') return null;
  if (body.alertType !== 'COVID_19') throw invalidField('alert_type', 'Alert type is required for alerts.');
  return 'COVID_19';
}

/**
 * A phone number in a text gets it rejected: an international one, or the usual grouping of an American one. Other rows
 * of digits are none.
 */
export function hasPhoneNumber(text: string): boolean {
  return /(?<![\w+])\+\d[\d ().-]{6,}\d(?!\w)|(?<![\w-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])/.test(text);
}
