import { json } from '../../core/calls/answer.ts';
import type { Answer, Call } from '../../core/platform.ts';
import { ownAccountName } from './access.ts';
import { camel } from './discovery.ts';
import { badRequest } from './errors.ts';
import type { Google, NotificationRow } from './store.ts';

const types = [
  'GOOGLE_UPDATE',
  'NEW_REVIEW',
  'UPDATED_REVIEW',
  'NEW_CUSTOMER_MEDIA',
  'DUPLICATE_LOCATION',
  'VOICE_OF_MERCHANT_UPDATED',
];

/** https://developers.google.com/my-business/reference/notifications/rest/v1/NotificationSetting */
function settingView({ account, topic, types: wanted }: NotificationRow) {
  return {
    name: `${account}/notificationSetting`,
    ...(topic !== '' && { pubsubTopic: topic }),
    ...(wanted.length > 0 && { notificationTypes: wanted }),
  };
}

export function readSetting(google: Google, call: Call): Answer {
  const account = ownAccountName(google, call);
  return json(settingView(google.store.notifications.get(account) ?? { account, topic: '', types: [] }));
}

export function changeSetting(google: Google, call: Call): Answer {
  const account = ownAccountName(google, call);
  const before = google.store.notifications.get(account) ?? { account, topic: '', types: [] };
  const mask = call
    .inputs('updateMask')
    .flatMap((names) => names.split(','))
    .map((name) => camel(name.trim()))
    .filter(Boolean);
  if (mask.length === 0) throw badRequest('update_mask', 'Field mask is required.');
  const wrong = mask.find((name) => name !== 'pubsubTopic' && name !== 'notificationTypes');
  if (wrong !== undefined) throw badRequest('update_mask', `Invalid field mask provided: ${wrong}`);
  const topic = mask.includes('pubsubTopic') ? (call.input('pubsubTopic') ?? '') : before.topic;
  if (topic !== '' && !/^projects\/[^/]+\/topics\/[^/]+$/.test(topic))
    throw badRequest('pubsub_topic', 'The topic must look like projects/{project}/topics/{topic}.');
  const wanted = mask.includes('notificationTypes') ? call.inputs('notificationTypes') : before.types;
  const unknown = wanted.find((type) => !types.includes(type));
  if (unknown !== undefined) throw badRequest('notification_types', `Invalid value: ${unknown}`);
  const row: NotificationRow = { account, topic, types: [...new Set(wanted)] };
  call.effect(() => google.store.notifications.put(account, row));
  return json(settingView(row));
}
