import { requiredOptions } from '../connectors/example-options.ts';
import { connectors } from '../connectors/index.ts';
import type { Platform } from '../core/platforms.ts';
import { pollUntil } from '../lib/poll-until.ts';
import { SceneFailed, type Stage } from './stage.ts';
import type { Json } from './visitor.ts';

const POLLING = { timeoutMs: 60_000, everyMs: 200 };
/** A file that the simulator serves to test tenants. */
export const sample = (file: string) => ({ source_type: 'url', source: `https://simulator.test/files/${file}` });

/** The least that a post must have on a platform, by its item of `GET /v1/platforms`. */
export function smallestPost({ platform, limits: { media, title } }: Json, target: Json, text: string): Json {
  const connector = connectors[platform as Platform];
  const takesOneImage = media.images_max > 0 && media.images_min <= 1;
  const options = connector === undefined ? {} : requiredOptions(connector);
  return {
    text,
    ...(title.required ? { title: text.slice(0, 80) } : {}),
    ...(media.required ? { media: [sample(takesOneImage ? 'sample.jpg' : 'sample.mp4')] } : {}),
    targets: [{ ...target, ...(Object.keys(options).length === 0 ? {} : { platform_data: options }) }],
  };
}

const postOf = ({ account, item, text }: Stage) => smallestPost(item, { account_id: account.id }, text);

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
  if (ended === undefined) throw new SceneFailed(`The post ${id} is still being published. Try again later.`);
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
    throw new SceneFailed(`The post ${post.id} was not published: ${target?.error?.message ?? post.status}`);
  return { post, platformPostId: target.platform_post_id };
}

/** Whether a text alone makes a post there. */
export function canPublishText(item: Json): boolean {
  const { media, title } = item.limits;
  return item.capabilities.publish && !media.required && !title.required && !item.capabilities.boards;
}
