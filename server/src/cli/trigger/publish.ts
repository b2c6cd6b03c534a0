import { pollUntil } from '../../lib/poll-until.ts';
import { CommandError } from '../command.ts';
import type { Json } from '../tenant/api.ts';
import type { Stage } from './stage.ts';

const POLLING = { timeoutMs: 60_000, everyMs: 200 };
const FILES = 'https://simulator.test/files';

/** The least that a post on the account must have. */
function postOf({ account, item, text }: Stage): Json {
  const { media, title } = item.limits;
  const file = media.images_max > 0 ? 'sample.jpg' : 'sample.mp4';
  return {
    text,
    ...(title.required ? { title: text.slice(0, 80) } : {}),
    ...(media.required ? { media: [{ source_type: 'url', source: `${FILES}/${file}` }] } : {}),
    targets: [{ account_id: account.id }],
  };
}

/** A post on the account, and on further ones, that is being published. */
export async function publish(stage: Stage, ...further: readonly Json[]): Promise<Json> {
  const post = postOf(stage);
  const targets = [...post.targets, ...further.map(({ id }) => ({ account_id: id }))];
  return (await stage.api('POST', '/v1/posts', { ...post, targets, publish_now: true })).body;
}

/** A new post after it was published. Its outcome is awaited here, and not in the log, because it may be another one. */
async function publishToEnd(stage: Stage): Promise<Json> {
  const { id } = await publish(stage);
  const ended = await pollUntil(async () => {
    const { body } = await stage.api('GET', `/v1/posts/${id}`);
    return body.status === 'publishing' ? undefined : body;
  }, POLLING);
  if (ended === undefined) throw new CommandError(`The post ${id} is still being published. Try again later.`);
  return ended;
}

/** A post that nothing happens to by itself. */
export async function draft(stage: Stage, more: Json = {}): Promise<Json> {
  return (await stage.api('POST', '/v1/posts', { ...postOf(stage), ...more })).body;
}

/** A published post of the account: the newest, or a new one. */
export async function publishedPost(stage: Stage): Promise<{ post: Json; platformPostId: string }> {
  const { body } = await stage.api('GET', `/v1/posts?status=published&account_id=${stage.account.id}&limit=1`);
  const post = body.data[0] ?? (await publishToEnd(stage));
  const target = post.targets.find((one: Json) => one.account_id === stage.account.id);
  if (target?.platform_post_id === undefined)
    throw new CommandError(`The post ${post.id} was not published: ${target?.error?.message ?? post.status}`);
  return { post, platformPostId: target.platform_post_id };
}
