import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MadeAccount, TestSimulator } from '../../core/testing.ts';
import { clientOf, type Status } from './testing.ts';

interface Notification {
  readonly id: string;
  readonly type: string;
  readonly account: { readonly acct: string };
  readonly status: Status;
}

interface Conversation {
  readonly id: string;
  readonly unread: boolean;
  readonly accounts: readonly { readonly acct: string }[];
  readonly last_status: Status;
}

const simulator = new TestSimulator();
let account: MadeAccount;
let api: ReturnType<typeof clientOf>;
const visitor = (options: Record<string, string>) =>
  simulator.visitor({ platform: 'mastodon', account: account.platform_id, ...options });

beforeAll(async () => {
  await simulator.start();
  account = await simulator.account('mastodon', { username: 'acme' });
  api = clientOf(simulator, account);
});
afterAll(() => simulator.close());

describe('notifications', () => {
  test('comment, mention and message come as mention and can be told apart', async () => {
    const post = await api.post('Ask us anything');
    const comment = await visitor({ action: 'comment', post_id: post.body.id, text: 'How much?' });
    const mention = await visitor({ action: 'mention', text: 'Have you seen @acme?' });
    const message = await visitor({ action: 'message', text: 'Hello in private' });
    const { body } = await api.get<Notification[]>('/api/v1/notifications?types[]=mention');
    expect(body.map(({ status }) => status.id)).toEqual([
      message.platform_id,
      mention.platform_id,
      comment.platform_id,
    ]);
    expect(body[0]?.status).toMatchObject({ visibility: 'direct', in_reply_to_id: null });
    expect(body[1]?.status).toMatchObject({ visibility: 'public', in_reply_to_id: null });
    expect(body[2]?.status).toMatchObject({
      in_reply_to_id: post.body.id,
      in_reply_to_account_id: account.platform_id,
    });
    expect(body[2]?.status.content).toContain('class="u-url mention">@<span>acme</span>');
    expect(body[0]?.account.acct).toBe('jane@friends.example');
  });

  test('are paged and filtered', async () => {
    const page = await api.get<Notification[]>('/api/v1/notifications?limit=2');
    expect(page.body).toHaveLength(2);
    expect(page.headers.get('link')).toMatch(
      /\/mastodon\/api\/v1\/notifications\?limit=2&max_id=\d+>; rel="next", <.*min_id=\d+>; rel="prev"/,
    );
    expect((await api.get<Notification[]>('/api/v1/notifications?exclude_types[]=mention')).body).toEqual([]);
    const newest = page.body[0]?.id ?? '';
    expect((await api.get<Notification[]>(`/api/v1/notifications?since_id=${newest}`)).body).toEqual([]);
  });
});

describe('messages', () => {
  test('a conversation holds the last status and is answered by a direct status', async () => {
    const { body } = await api.get<Conversation[]>('/api/v1/conversations');
    expect(body).toHaveLength(1);
    const [conversation] = body;
    expect(conversation).toMatchObject({ unread: true, accounts: [{ acct: 'jane@friends.example' }] });
    const last = conversation?.last_status.id ?? '';
    const response = await api.post('@jane@friends.example hi', { visibility: 'direct', in_reply_to_id: last });
    expect((await simulator.ledger()).at(-1)).toMatchObject({
      kind: 'message',
      operation: 'send_message',
      in_reply_to: last,
    });
    const after = await api.get<Conversation[]>('/api/v1/conversations');
    expect(after.body).toMatchObject([{ id: conversation?.id, unread: false, last_status: { id: response.body.id } }]);
    await visitor({ action: 'message', text: 'And then?' });
    const again = await api.get<Conversation[]>('/api/v1/conversations');
    expect(again.body).toMatchObject([
      { id: conversation?.id, unread: true, last_status: { in_reply_to_id: response.body.id } },
    ]);
    expect((await api.call('POST', `/api/v1/conversations/${conversation?.id}/read`)).body).toMatchObject({
      unread: false,
    });
  });

  test('nobody else sees them', async () => {
    const sent = await api.post('@jane@friends.example secret', { visibility: 'direct' });
    const other = clientOf(simulator, await simulator.account('mastodon'));
    expect((await other.get(`/api/v1/statuses/${sent.body.id}`)).status).toBe(404);
    expect((await other.get<Conversation[]>('/api/v1/conversations')).body).toEqual([]);
    expect(
      (await other.get<Status[]>(`/api/v1/accounts/${account.platform_id}/statuses`)).body.map(
        ({ visibility }) => visibility,
      ),
    ).not.toContain('direct');
  });
});

test('the page knows posts, comments and messages', async () => {
  const { platforms } = await simulator.control<{
    platforms: { platform: string; posts: { text: string; comments: object[] }[]; messages: { text: string }[] }[];
  }>('GET', '/state');
  const mastodon = platforms.find(({ platform }) => platform === 'mastodon');
  expect(mastodon?.posts).toMatchObject([
    { text: 'Ask us anything', comments: [{ text: '@acme How much?', own: false, author: 'jane@friends.example' }] },
  ]);
  expect(mastodon?.messages.map(({ text }) => text)).toContain('@acme And then?');
});
