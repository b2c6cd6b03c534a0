import type { Config } from '../config/config.ts';
import type { Platform } from '../core/platforms.ts';
import { api, eventually, expect, type Stage, simulator } from './stage.ts';
import type { Step } from './steps.ts';
import { type Copy, heldBy, publishForm, textOf, type Visit, visitOf } from './visit.ts';

const COMMENT = 'Where is your shop?';
const REPLY = 'By the harbour, open every day.';

/** Everything that the connectors have, done on the simulated platforms and checked against their ledgers. */
export function tourOf(platforms: readonly Platform[]): { steps: Step[]; visits: Visit[] } {
  const visits: Visit[] = [];
  const able = (can: (visit: Visit) => unknown) => visits.filter((visit) => can(visit) !== undefined);

  /** A step that all platforms which can do it take side by side. */
  const step = (
    name: string,
    title: string,
    can: (visit: Visit) => unknown,
    walk: (stage: Stage, visit: Visit) => Promise<number>,
  ): Step => ({
    name,
    title,
    async run(stage) {
      const chosen = able(can);
      const counts = await Promise.all(chosen.map((visit) => walk(stage, visit)));
      const total = counts.reduce((sum, count) => sum + count, 0);
      return chosen.length === 0 ? 'none of them can' : `${total} on ${chosen.map((one) => one.platform).join(', ')}`;
    },
  });

  const open: Step = {
    name: 'visit',
    title: 'Platforms of the tour',
    async run(stage: Stage, _config: Config) {
      visits.push(...(await Promise.all(platforms.map((platform) => visitOf(stage, platform)))));
      return visits.map(({ platform, forms }) => `${platform} (${forms.length} forms)`).join(', ');
    },
  };

  return {
    visits,
    steps: [
      open,
      step('publish', 'Every form of post', ({ connector }) => connector.publishing, publishAll),
      step('thread', 'A thread of three', ({ connector }) => connector.thread, publishThread),
      step('first comment', 'A first comment', ({ connector }) => connector.comments?.reply, publishCommented),
      step('edit', 'Another text', ({ connector }) => connector.editing, edit),
      step('metrics', "A stranger's like, counted", ({ connector }) => connector.metrics, count),
      step(
        'comment',
        "A stranger's comment, seen",
        ({ connector }) => connector.publishing && (connector.inbound ?? connector.polling),
        hear,
      ),
      step('reply', 'A reply to it', ({ connector, comment }) => comment && connector.comments?.reply, reply),
      step('template', 'A template, approved and sent', ({ connector }) => connector.templates, sendTemplate),
      step('delete', 'Posts taken down', ({ connector }) => connector.removal, takeDown),
    ],
  };
}

async function publishAll(stage: Stage, visit: Visit): Promise<number> {
  for (const form of visit.forms) await publishForm(stage, visit, form);
  const entries = await heldBy(stage, visit, 'post');
  for (const { form, platformId, text } of visit.copies) {
    const held = entries.filter((entry) => entry.platform_id === platformId);
    const where = `${visit.platform}, ${form.name}`;
    expect(held.length === 1, `${where}: the ledger has ${held.length} such posts`);
    expect(held[0]?.media.length === form.media.length, `${where}: ${held[0]?.media.length} media`);
    expect(form.isTextIgnored || held[0]?.text.includes(text) === true, `${where}: the text is ${held[0]?.text}`);
  }
  expect(entries.length === visit.forms.length, `${visit.platform} holds ${entries.length} posts`);
  return entries.length;
}

async function publishThread(stage: Stage, visit: Visit): Promise<number> {
  const [form] = visit.forms;
  expect(form !== undefined, `${visit.platform} has no form of post`);
  const parts = ['second part', 'third part'].map(textOf);
  const { id } = await publishForm(stage, visit, form, { text: textOf('first part'), segments: parts });
  const root = visit.copies.pop()?.platformId;
  const [{ metadata }] = await targetsOnce(stage, id, ({ thread_post_ids: ids }) => ids?.length === parts.length);
  const entries = await heldBy(stage, visit, 'post');
  const ids = [root, ...metadata.thread_post_ids];
  for (const [index, text] of parts.entries()) {
    const held = entries.filter((entry) => entry.platform_id === ids[index + 1] && entry.text === text);
    expect(held.length === 1 && held[0]?.in_reply_to === ids[index], `${visit.platform}: part ${index + 2} is astray`);
  }
  return ids.length;
}

async function publishCommented(stage: Stage, visit: Visit): Promise<number> {
  const form = visit.forms.find(({ canHaveComments }) => canHaveComments);
  expect(form !== undefined, `${visit.platform} has no form of post with comments`);
  const text = textOf('more below');
  const { id } = await publishForm(stage, visit, form, { text, first_comment: REPLY });
  const [{ metadata }] = await targetsOnce(stage, id, ({ first_comment_id: comment }) => comment !== undefined);
  // On X an answer to oneself goes on with the thread, so it is no reply there.
  const held = (await heldBy(stage, visit)).filter((entry) => entry.platform_id === metadata.first_comment_id);
  expect(held.length === 1 && held[0]?.text.includes(REPLY) === true, `${visit.platform} holds no first comment`);
  return 1;
}

/** The targets of a post, once what follows its publication is told in their metadata. */
// biome-ignore lint/suspicious/noExplicitAny: an answer, looked at field by field.
async function targetsOnce(stage: Stage, id: string, isDone: (metadata: any) => boolean) {
  return eventually(stage, async () => {
    const { targets } = await api(stage, 'GET', `/v1/posts/${id}`);
    const { platform, metadata = {} } = targets[0];
    expect(isDone(metadata), `${platform}: what follows the post is missing: ${JSON.stringify(metadata)}`);
    return targets;
  });
}

/** The copy that strangers and edits meet. */
function mainCopy({ platform, copies }: Visit): Copy {
  const copy = copies.find(({ form }) => form.canHaveComments && !form.isTextIgnored);
  expect(copy !== undefined, `${platform} has no post`);
  return copy;
}

async function edit(stage: Stage, visit: Visit): Promise<number> {
  const { postId, platformId } = mainCopy(visit);
  const text = textOf('said better');
  await api(stage, 'PATCH', `/v1/posts/${postId}`, { text });
  const held = (await heldBy(stage, visit, 'edit')).filter((entry) => entry.platform_id === platformId);
  expect(held.at(-1)?.text === text, `${visit.platform} still shows ${held.at(-1)?.text}`);
  return 1;
}

async function act(stage: Stage, { platform, account }: Visit, wish: Record<string, string>) {
  await simulator(stage, 'POST', '/control/strangers', { platform, account, ...wish });
}

async function count(stage: Stage, visit: Visit): Promise<number> {
  const { postId, platformId } = mainCopy(visit);
  await act(stage, visit, { action: 'like', post_id: platformId });
  const { data } = await api(stage, 'GET', `/v1/posts/${postId}/metrics`);
  const [{ metrics, error }] = data.targets;
  expect(metrics?.likes === 1, `${visit.platform} counts ${metrics?.likes} likes: ${error?.message ?? ''}`);
  return 1;
}

async function hear(stage: Stage, visit: Visit): Promise<number> {
  const { postId, platformId } = mainCopy(visit);
  await act(stage, visit, { action: 'comment', post_id: platformId, text: COMMENT });
  visit.comment = await eventually(stage, async () => {
    const { data: posts } = await api(stage, 'GET', '/v1/inbox/comments?limit=100');
    const post = posts.find(({ post_id: id }: { post_id: string }) => id === postId);
    expect(post !== undefined, `no comment from ${visit.platform} has arrived`);
    const { data } = await api(stage, 'GET', `/v1/inbox/comments/${post.id}`);
    const found = data.filter(({ text }: { text: string }) => text.includes(COMMENT));
    expect(found.length === 1, `${visit.platform} shows ${found.length} such comments`);
    return { inboxPostId: post.id, id: found[0].id, platformId: found[0].platform_id };
  });
  return 1;
}

async function reply(stage: Stage, visit: Visit): Promise<number> {
  const { inboxPostId, id, platformId } = visit.comment ?? {};
  await api(stage, 'POST', `/v1/inbox/comments/${inboxPostId}`, { comment_id: id, text: REPLY });
  const held = (await heldBy(stage, visit)).filter((entry) => entry.in_reply_to === platformId);
  expect(held.length === 1, `${visit.platform} holds ${held.length} replies to the comment`);
  return 1;
}

async function sendTemplate(stage: Stage, visit: Visit): Promise<number> {
  const at = `/v1/platforms/${visit.platform}/accounts/${visit.target.account_id}`;
  const [name, language] = ['order_shipped', 'en_US'];
  const body = { type: 'BODY', text: 'Hello {{1}}, it is on its way.', example: { body_text: [['Jo']] } };
  const wish = { name, language, category: 'UTILITY', components: [body] };
  const { id } = await api(stage, 'POST', `${at}/templates`, wish);
  await act(stage, visit, { action: 'decide', about: id, text: 'APPROVED' });
  const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Jo' }] }];
  await api(stage, 'POST', `${at}/send-template`, { to: '16505551234', template_name: name, language, components });
  const held = await heldBy(stage, visit, 'message');
  expect(
    held.length === 1 && held[0]?.text === 'Hello Jo, it is on its way.',
    `${visit.platform} has sent no template`,
  );
  return 1;
}

async function takeDown(stage: Stage, visit: Visit): Promise<number> {
  // Stories go by themselves after a day.
  const copies = visit.copies.filter(({ form }) => form.canHaveComments);
  for (const { postId } of copies) await api(stage, 'POST', `/v1/posts/${postId}/unpublish`, {});
  const gone = (await heldBy(stage, visit, 'delete')).map((entry) => entry.platform_id);
  const left = copies.filter(({ platformId }) => !gone.includes(platformId));
  expect(left.length === 0, `${visit.platform} still has ${left.map(({ form }) => form.name).join(', ')}`);
  return copies.length;
}
