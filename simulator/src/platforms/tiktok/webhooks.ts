import { createHmac } from 'node:crypto';
import type { PublishRow, TikTok } from './store.ts';

/** Ever more rarely for 72 hours. https://developers.tiktok.com/doc/webhooks-overview */
const retrySeconds: readonly number[] = [5, 30, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400];

/** One event, signed over the time and the very bytes that are sent. Its content is JSON inside a string. */
export function sendEvent({ world }: TikTok, account: string, event: string, content: object): void {
  const seconds = Math.floor(world.clock.now() / 1000);
  const { client_id: client_key, client_secret, callback_url: url } = world.app;
  const body = JSON.stringify({
    client_key,
    event,
    create_time: seconds,
    user_openid: account,
    content: JSON.stringify(content),
  });
  const signature = createHmac('sha256', client_secret).update(`${seconds}.${body}`).digest('hex');
  world.callbacks.send({
    account,
    url,
    event,
    body,
    headers: { 'content-type': 'application/json', 'tiktok-signature': `t=${seconds},s=${signature}` },
    retrySeconds,
  });
}

type Stage = 'complete' | 'failed' | 'publicly_available';

export function sendPublishEvent(tiktok: TikTok, row: PublishRow, stage: Stage): void {
  sendEvent(tiktok, row.account, `post.publish.${stage}`, {
    publish_id: row.id,
    publish_type: 'DIRECT_PUBLISH',
    ...(stage === 'failed' && { reason: row.fail_reason }),
    ...(stage === 'publicly_available' && { post_id: row.post }),
  });
}
