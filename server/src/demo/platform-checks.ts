import type { Config } from '../config/config.ts';
import { type Connector, deliversComments } from '../core/connector.ts';
import type { Platform } from '../core/platforms.ts';
import { TEMPLATE, TEMPLATE_MESSAGE } from '../scenes/template.ts';
import { type CheckedPlatform, type Copy, ledgerOf, openPlatform, publishForm, textOf } from './checked-platform.ts';
import { act, REPLY, receiveComment, replyTo, writeComment } from './comments.ts';
import { api, type Environment, eventually, expect } from './environment.ts';
import type { Step } from './steps.ts';

/** Steps that use every ability of the connectors on the simulated platforms and check the ledgers. */
export function platformChecks(platforms: readonly Platform[]): { steps: Step[]; connectors: () => Connector[] } {
  const all: CheckedPlatform[] = [];

  /** A step that runs on all able platforms at once. */
  const step = (
    name: string,
    title: string,
    can: (checked: CheckedPlatform) => unknown,
    check: (environment: Environment, checked: CheckedPlatform) => Promise<number>,
  ): Step => ({
    name,
    title,
    async run(environment) {
      const chosen = all.filter((checked) => Boolean(can(checked)));
      const counts = await Promise.all(chosen.map((checked) => check(environment, checked)));
      const total = counts.reduce((sum, count) => sum + count, 0);
      return chosen.length === 0 ? 'none of them can' : `${total} on ${chosen.map((one) => one.platform).join(', ')}`;
    },
  });

  const open: Step = {
    name: 'open',
    title: 'Platforms to check',
    async run(environment: Environment, _config: Config) {
      all.push(...(await Promise.all(platforms.map((platform) => openPlatform(environment, platform)))));
      return all.map(({ platform, forms }) => `${platform} (${forms.length} forms)`).join(', ');
    },
  };

  return {
    connectors: () => all.map(({ connector }) => connector),
    steps: [
      open,
      step('publish', 'Every form of post', ({ connector }) => connector.publishing, publishEveryForm),
      step('thread', 'A thread of three', ({ connector }) => connector.thread, publishThread),
      step('first comment', 'A first comment', ({ connector }) => connector.comments?.reply, publishWithFirstComment),
      step('edit', 'Another text', ({ connector }) => connector.editing, edit),
      step('metrics', "A visitor's like, counted", ({ connector }) => connector.metrics, countLike),
      step(
        'comment',
        "A visitor's comment, seen",
        ({ connector }) => connector.publishing && deliversComments(connector),
        comment,
      ),
      step('reply', 'A reply to it', ({ connector, comment }) => comment && connector.comments?.reply, reply),
      step('template', 'A template, approved and sent', ({ connector }) => connector.templates, sendTemplate),
      step('delete', 'Posts taken down', ({ connector }) => connector.removal, unpublish),
    ],
  };
}

async function publishEveryForm(environment: Environment, checked: CheckedPlatform): Promise<number> {
  for (const form of checked.forms) await publishForm(environment, checked, form);
  const entries = await ledgerOf(environment, checked, 'post');
  for (const { form, platformId, text } of checked.copies) {
    const held = entries.filter((entry) => entry.platform_id === platformId);
    const where = `${checked.platform}, ${form.name}`;
    expect(held.length === 1, `${where}: the ledger has ${held.length} such posts`);
    expect(held[0]?.media.length === form.media.length, `${where}: ${held[0]?.media.length} media`);
    expect(form.isTextIgnored || held[0]?.text.includes(text) === true, `${where}: the text is ${held[0]?.text}`);
  }
  expect(entries.length === checked.forms.length, `${checked.platform} holds ${entries.length} posts`);
  return entries.length;
}

async function publishThread(environment: Environment, checked: CheckedPlatform): Promise<number> {
  const [form] = checked.forms;
  expect(form !== undefined, `${checked.platform} has no form of post`);
  const parts = ['second part', 'third part'].map(textOf);
  const { id } = await publishForm(environment, checked, form, { text: textOf('first part'), segments: parts });
  const root = checked.copies.pop()?.platformId;
  const [{ metadata }] = await waitForTarget(
    environment,
    id,
    ({ thread_post_ids: ids }) => ids?.length === parts.length,
  );
  const entries = await ledgerOf(environment, checked, 'post');
  const ids = [root, ...metadata.thread_post_ids];
  for (const [index, text] of parts.entries()) {
    const held = entries.filter((entry) => entry.platform_id === ids[index + 1] && entry.text === text);
    expect(
      held.length === 1 && held[0]?.in_reply_to === ids[index],
      `${checked.platform}: part ${index + 2} is missing`,
    );
  }
  return ids.length;
}

async function publishWithFirstComment(environment: Environment, checked: CheckedPlatform): Promise<number> {
  const form = checked.forms.find(({ canHaveComments }) => canHaveComments);
  expect(form !== undefined, `${checked.platform} has no form of post with comments`);
  const text = textOf('more below');
  const { id } = await publishForm(environment, checked, form, { text, first_comment: REPLY });
  const [{ metadata }] = await waitForTarget(environment, id, ({ first_comment_id: comment }) => comment !== undefined);
  // On X a reply to one's own post continues the thread, so its ledger entry has another kind.
  const held = (await ledgerOf(environment, checked)).filter(
    (entry) => entry.platform_id === metadata.first_comment_id,
  );
  expect(held.length === 1 && held[0]?.text.includes(REPLY) === true, `${checked.platform} holds no first comment`);
  return 1;
}

/** The targets of a post, once their metadata has the result of its follow-ups. */
// biome-ignore lint/suspicious/noExplicitAny: a response, read field by field.
async function waitForTarget(environment: Environment, id: string, isDone: (metadata: any) => boolean) {
  return eventually(environment, async () => {
    const { targets } = await api(environment, 'GET', `/v1/posts/${id}`);
    const { platform, metadata = {} } = targets[0];
    expect(isDone(metadata), `${platform}: a follow-up is missing: ${JSON.stringify(metadata)}`);
    return targets;
  });
}

/** The copy to edit and to comment on. */
function mainCopy({ platform, copies }: CheckedPlatform): Copy {
  const copy = copies.find(({ form }) => form.canHaveComments && !form.isTextIgnored);
  expect(copy !== undefined, `${platform} has no post`);
  return copy;
}

async function edit(environment: Environment, checked: CheckedPlatform): Promise<number> {
  const { postId, platformId } = mainCopy(checked);
  const text = textOf('edited');
  await api(environment, 'PATCH', `/v1/posts/${postId}`, { text });
  const held = (await ledgerOf(environment, checked, 'edit')).filter((entry) => entry.platform_id === platformId);
  expect(held.at(-1)?.text === text, `${checked.platform} still shows ${held.at(-1)?.text}`);
  return 1;
}

async function countLike(environment: Environment, checked: CheckedPlatform): Promise<number> {
  const { postId, platformId } = mainCopy(checked);
  await act(environment, checked, 'like', { post_id: platformId });
  const { data } = await api(environment, 'GET', `/v1/posts/${postId}/metrics`);
  const [{ metrics, error }] = data.targets;
  expect(metrics?.likes === 1, `${checked.platform} counts ${metrics?.likes} likes: ${error?.message ?? ''}`);
  return 1;
}

async function comment(environment: Environment, checked: CheckedPlatform): Promise<number> {
  const { postId, platformId } = mainCopy(checked);
  await writeComment(environment, checked, platformId);
  checked.comment = await receiveComment(environment, checked.platform, postId);
  return 1;
}

async function reply(environment: Environment, { comment }: CheckedPlatform): Promise<number> {
  await replyTo(environment, comment === undefined ? [] : [comment]);
  return 1;
}

async function sendTemplate(environment: Environment, checked: CheckedPlatform): Promise<number> {
  const at = `/v1/platforms/${checked.platform}/accounts/${checked.target.account_id}`;
  const { id } = await api(environment, 'POST', `${at}/templates`, TEMPLATE);
  await act(environment, checked, 'decide', { about: id, text: 'APPROVED' });
  await api(environment, 'POST', `${at}/send-template`, TEMPLATE_MESSAGE);
  const held = await ledgerOf(environment, checked, 'message');
  expect(
    held.length === 1 && held[0]?.text === 'Hello Jo, it is on its way.',
    `${checked.platform} has sent no template`,
  );
  return 1;
}

async function unpublish(environment: Environment, checked: CheckedPlatform): Promise<number> {
  // Stories expire by themselves after a day.
  const copies = checked.copies.filter(({ form }) => form.canHaveComments);
  for (const { postId } of copies) await api(environment, 'POST', `/v1/posts/${postId}/unpublish`, {});
  const gone = (await ledgerOf(environment, checked, 'delete')).map((entry) => entry.platform_id);
  const left = copies.filter(({ platformId }) => !gone.includes(platformId));
  expect(left.length === 0, `${checked.platform} still has ${left.map(({ form }) => form.name).join(', ')}`);
  return copies.length;
}
