import { expect } from 'vitest';
import { type Body, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, comment, fault, image, rejection, targetsOn, visitor, waiting } from '../../../test/steps.ts';

/** The operations that cost one interaction (contract, 3.2), each on one platform. */
export const ANSWERS = {
  reply: { platform: 'mastodon', operation: 'reply' },
  reply_privately: { platform: 'facebook', operation: 'send_message' },
  reply_to_mention: { platform: 'mastodon', operation: 'reply' },
  reply_to_review: { platform: 'google', operation: 'reply' },
  send_message: { platform: 'instagram', operation: 'send_message' },
  send_template: { platform: 'whatsapp', operation: 'send_message' },
  retry_message: { platform: 'instagram', operation: 'send_message' },
} as const;
export type Name = keyof typeof ANSWERS;
const error = { message: 'Not this one', code: 100, status: 'INVALID_ARGUMENT' };
/** A final rejection in the words of each platform. */
export const rejectionOf = (platform: string) =>
  platform === 'mastodon' ? rejection : { kind: 'body', status: 400, body: { error } };

export interface Answer {
  readonly path: string;
  readonly body: Body;
}

/** Makes an item of a visitor, and a valid answer to it. */
export function answersIn(
  service: TestService,
  ws: TestWorkspace,
): Record<Name, (text: string) => Promise<Answer>> & { conversationOf(platform: string): Promise<Body> } {
  const posts = new Map<string, Body>();
  let count = 0;

  const stored = (table: string, platformId: string): Promise<Body> =>
    until(async () => {
      const where = 'platform_id = $1 and tenant_id = $2';
      return (await service.sql(`select * from ${table} where ${where}`, [platformId, ws.tenantId]))[0];
    }, `${platformId} is in ${table}`);

  async function commentOn(platform: string): Promise<Body> {
    if (!posts.has(platform)) {
      const post = { text: `On ${platform}`, media: [image], targets: targetsOn(ws, platform), publish_now: true };
      posts.set(platform, (await ws.api.post('/v1/posts', post, waiting)).body);
    }
    const post = posts.get(platform) as Body;
    return stored('comments', await comment(ws, platform, post.targets[0].platform_post_id, `Number ${++count}`));
  }

  async function conversationOf(platform: string): Promise<Body> {
    const { platform_id: id } = await visitor(ws, platform, 'message', { text: `Number ${++count}` });
    return stored('messages', id);
  }

  const prepare: Record<Name, (text: string) => Promise<Answer>> = {
    async reply(text) {
      const row = await commentOn('mastodon');
      return { path: `/v1/inbox/comments/${row.inbox_post_id}`, body: { comment_id: row.id, text } };
    },
    async reply_privately(text) {
      const row = await commentOn('facebook');
      return { path: `/v1/inbox/comments/${row.inbox_post_id}/${row.id}/private-reply`, body: { text } };
    },
    async reply_to_mention(text) {
      const { platform_id: id } = await visitor(ws, 'mastodon', 'mention', { text: `Number ${++count}` });
      const row = await stored('mentions', id);
      return { path: `/v1/accounts/${row.account_id}/mentions/reply`, body: { media_id: row.id, text } };
    },
    async reply_to_review(text) {
      const words = { text: `Number ${++count}`, rating: 4, username: `person${count}` };
      const { platform_id: id } = await visitor(ws, 'google', 'review', words);
      await ws.api.get('/v1/inbox/reviews?refresh=true');
      return { path: `/v1/inbox/reviews/${(await stored('reviews', id)).id}/reply`, body: { text } };
    },
    async send_message(text) {
      const row = await conversationOf('instagram');
      return { path: `/v1/inbox/conversations/${row.conversation_id}/messages`, body: { text } };
    },
    async send_template() {
      const { id } = accountOf(ws, 'whatsapp');
      const template = {
        name: `order_${++count}`,
        language: 'en_US',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'It is on its way.' }],
      };
      const root = `/v1/platforms/whatsapp/accounts/${id}`;
      const made = await ws.api.post(`${root}/templates`, template);
      await visitor(ws, 'whatsapp', 'decide', { about: made.body.id, text: 'APPROVED' });
      return {
        path: `${root}/send-template`,
        body: { to: '16505551234', template_name: template.name, language: 'en_US' },
      };
    },
    async retry_message(text) {
      const { path, body } = await prepare.send_message(text);
      await fault(ws, 'instagram', { ...rejectionOf('instagram'), operation: 'send_message' });
      const failed = await ws.api.post(path, body);
      expect(failed, failed.text).toMatchObject({ status: 400 });
      const [newest] = (await ws.api.get(`${path}?limit=1`)).body.data;
      expect(newest).toMatchObject({ status: 'failed' });
      return { path: `${path}/${newest.id}/retry`, body: {} };
    },
  };
  return { ...prepare, conversationOf };
}
