import type { Case } from './case.ts';
import type { ActionRow, Rows } from './case-rows.ts';

/** What was asked for, with a tenant of its own. */
export interface Asked extends Pick<Case, 'tenantId' | 'postIds' | 'chargedIds' | 'placedIds'> {
  readonly scenario: Pick<Case['scenario'], 'work'>;
}

/** Status, events, quota and journal must say what the targets say. */
export function bookkeepingErrors(of: Asked, { actions, posts, events, tenant, steps }: Rows): string[] {
  const broken: string[] = [];
  const expect = (isTrue: boolean, otherwise: string) => {
    if (!isTrue) broken.push(otherwise);
  };
  let refunds = 0;
  for (const id of of.postIds) {
    const post = posts.find((candidate) => candidate.id === id);
    const targets = actions.filter((action) => action.post_id === id && action.kind === 'publish');
    const published = targets.filter(({ status }) => status === 'published').length;
    const status = published === targets.length ? 'published' : published > 0 ? 'partial' : 'failed';
    expect(post?.status === status, `the post is ${post?.status}, its targets say ${status}`);
    expect(post?.is_charged === false, 'the charge of the post is still open');
    const ends = events.filter(({ type, resource_id }) => resource_id === id && TERMINAL.includes(type));
    const isWhole = ends[0]?.data.results?.every(
      (told, index) => threadOf(told.metadata) === threadOf(targets[index]?.metadata),
    );
    expect(isWhole === true, 'the event came before the thread had ended');
    expect(
      ends.map(({ type }) => type).join() === `post.${status}`,
      `the events of a ${status} post are ${ends.map(({ type }) => type).join(', ') || 'none'}`,
    );
    const unconfirmed = targets.filter((target) => target.status === 'unconfirmed').length;
    const told = events.filter(({ type, resource_id }) => resource_id === id && type === 'post.unconfirmed').length;
    expect(told === unconfirmed, `${told} post.unconfirmed for ${unconfirmed} targets`);
    const isThrottled = targets.some(({ error }) => error?.code === 'platform_rate_limit');
    if (isThrottled && published + unconfirmed === 0) refunds += 1;
  }
  const charged = actions.filter(({ id }) => of.chargedIds.includes(id));
  const givenBack = charged.filter(({ error }) => error?.code === 'platform_rate_limit').length;
  expect(
    tenant.posts_used === of.postIds.length - refunds,
    `${tenant.posts_used} posts charged, ${refunds} to give back`,
  );
  expect(tenant.interactions_used === charged.length - givenBack, `${tenant.interactions_used} interactions charged`);
  expect(events.length === tenant.seq && events.every(({ seq }, index) => seq === index + 1), 'the event log has gaps');
  if (
    of.scenario.work === 'remove' &&
    actions.some(({ kind, status }) => kind === 'remove' && status === 'published')
  ) {
    expect(
      posts.length === 0 && events.map(({ type }) => type).join() === 'post.deleted',
      'the removed post is not gone',
    );
  }
  for (const action of actions) {
    const walked = steps.filter(({ action_id: id }) => id === action.id).map(({ state }) => state);
    const end = action.status === 'failed' ? 'rejected' : action.status;
    // A message whose predecessor failed was never begun.
    const isSkipped = walked.length === 0 && action.status === 'failed' && ![null, action.id].includes(action.batch);
    if (!of.placedIds.has(action.id) && !isSkipped)
      expect(
        walked.filter((state) => ENDS.includes(state)).join() === end,
        `the journal of a ${action.status} ${action.kind} is ${walked.join(' → ')}`,
      );
  }
  expect(
    actions.every(({ status }) => status !== 'publishing' && status !== 'pending'),
    'an action never ended',
  );
  return [...broken, ...followUpErrors(actions)];
}

const TERMINAL = ['post.published', 'post.partial', 'post.failed'];
const ENDS = ['published', 'rejected', 'unconfirmed'];

function threadOf(metadata: Record<string, unknown> = {}): string {
  return JSON.stringify([metadata.thread_post_ids, metadata.thread_failed_at_index]);
}

/** A target must show what became of its thread and its first comment. */
function followUpErrors(actions: readonly ActionRow[]): string[] {
  return actions.flatMap((action) => {
    const target = actions.find(({ id }) => id === action.parent_id);
    if (target === undefined) return [];
    const { metadata } = target;
    if (action.kind === 'first_comment') {
      const isShown =
        action.status === 'published'
          ? metadata.first_comment_id === action.platform_id
          : 'first_comment_error' in metadata;
      return isShown ? [] : ['the target does not show its first comment'];
    }
    if (action.kind !== 'segment') return [];
    const ids = (metadata.thread_post_ids as string[] | undefined) ?? [];
    const index = action.input.index ?? 0;
    const isShown =
      action.status === 'published' ? ids[index] === action.platform_id : metadata.thread_failed_at_index === index;
    return isShown ? [] : ['the target does not show its thread'];
  });
}
