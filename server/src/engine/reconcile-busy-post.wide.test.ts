import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf, comment, ledgerOf, targetsOn, waiting } from '../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let postId: string;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['facebook'] });
  const post = { text: 'Busy', targets: targetsOn(ws, 'facebook'), publish_now: true };
  postId = (await ws.api.post('/v1/posts', post, waiting)).body.targets[0].platform_post_id;
});
afterAll(() => service?.close());

/** Sends a reply whose response is lost. `meanwhile` happens before the last lookup. Returns the status of the reply. */
async function replyInDoubt(text: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const commentId = await comment(ws, 'facebook', postId, `Question about ${text}`);
  const { id: account_id } = accountOf(ws, 'facebook');
  const path = `/v1/inbox/comments/${postId}`;
  const stored = async () =>
    (await service.sql('select 1 from comments where platform_id = $1', [commentId])).length === 1;
  await until(stored, 'the comment is there');
  const answer = await ws.api.post(path, { account_id, comment_id: commentId, text });
  if (answer.status > 299) throw new Error(answer.text);
  await meanwhile();
  const [action] = await service.sql(
    `with again as (
       update actions set status = 'publishing', state = 'reconciling', platform_id = null, lookup_count = 1, due_at = now()
       where account_id = $1 and kind = 'reply' and input ->> 'text' = $2 returning tenant_id, id, account_id
     ), woken as (
       update accounts a set next_due_at = now() from again w where a.tenant_id = w.tenant_id and a.id = w.account_id returning 1
     ) select id from again, woken`,
    [account_id, text],
  );
  const status = async () => (await service.sql('select status from actions where id = $1', [action.id]))[0].status;
  await until(async () => (await status()) !== 'publishing', 'the doubt is settled');
  return status();
}

const sent = async (text: string) => (await ledgerOf(ws, 'facebook', 'reply')).filter((entry) => entry.text === text);

test('a reply below hundreds of newer comments is found and not sent again', async () => {
  const others = () =>
    Promise.all(Array.from({ length: 210 }, (_, index) => comment(ws, 'facebook', postId, `Me too ${index}`)));
  expect(await replyInDoubt('Found', others)).toBe('published');
  expect(await sent('Found')).toHaveLength(1);
});

test('a reply that is missing in an incomplete list is not sent again', async () => {
  const body = { data: [], paging: { next: 'https://graph.facebook.com/later' } };
  const cut = () =>
    ws.control('POST', 'faults', {
      kind: 'body',
      platform: 'facebook',
      operation: 'list_comments',
      status: 200,
      body,
      times: 9,
    });
  expect(await replyInDoubt('Open', cut)).toBe('unconfirmed');
  expect(await sent('Open')).toHaveLength(1);
});
