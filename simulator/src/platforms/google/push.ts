import { signedToken } from './sign.ts';
import type { Google, ReviewRow } from './store.ts';

/** Waits before each retry of a push that was not acknowledged. */
const retrySeconds = [10, 20, 40, 80, 160, 320, 600, 600, 600];

/**
 * Tells the subscription of the account's topic of a review. The one subscription that there is pushes to the app's
 * callback address: https://cloud.google.com/pubsub/docs/push
 */
export function pushReview(google: Google, review: ReviewRow, type: 'NEW_REVIEW' | 'UPDATED_REVIEW'): void {
  const { world, store } = google;
  const location = store.locations.get(review.location);
  const setting = store.notifications.get(location?.account ?? '');
  const url = world.app.callback_url;
  if (!location || !url || !setting || setting.topic === '' || !setting.types.includes(type)) return;
  const event = {
    type,
    notificationType: type,
    review_name: review.name,
    reviewName: review.name,
    location_name: location.location,
    locationName: location.name,
  };
  const [, project = 'project'] = /^projects\/([^/]+)\//.exec(setting.topic) ?? [];
  const body = {
    message: {
      data: Buffer.from(JSON.stringify(event)).toString('base64'),
      messageId: world.ids.digits('1', 15),
      publishTime: world.clock.iso(),
      attributes: {},
    },
    subscription: `projects/${project}/subscriptions/hubbub`,
  };
  const email = `hubbub-push@${project}.iam.gserviceaccount.com`;
  const aud = world.app.verify_token || url;
  const token = signedToken(google, {
    aud,
    azp: '113000000000000000001',
    sub: '113000000000000000001',
    email,
    email_verified: true,
  });
  world.callbacks.send({
    account: review.location,
    url,
    event: type,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    retrySeconds,
  });
}
