import { expect } from 'vitest';
import type { Body } from '../harness.ts';
import type { Ability, Scene, Stage } from './stage.ts';

const reviewsOf = async (stage: Stage, platformId: string): Promise<Body[]> =>
  (await stage.api.get(`/v1/inbox/reviews?account_id=${stage.accountId}&limit=100`)).body.data.filter(
    (row: Body) => row.platform_id === platformId,
  );

async function reviewed(stage: Stage, options: Body): Promise<Body> {
  const { platform_id: id } = await stage.does('review', {
    username: stage.text('guest').replace(', ', '-'),
    ...options,
  });
  return stage.arrives(async () => (await reviewsOf(stage, id))[0], 'the review');
}

const reviews: Scene = async (stage) => {
  const text = stage.text('Friendly');
  const review = await reviewed(stage, { text, rating: 4 });
  expect(review).toMatchObject({
    rating: 4,
    text,
    capabilities: { can_reply: true, can_edit_reply: false, can_delete_reply: false },
  });
  await stage.assertToldOnce('review.received', review.id);
  expect(await reviewed(stage, { text: '', rating: 2 })).toMatchObject({ rating: 2 });
  const { body } = await stage.api.get(`/v1/inbox/reviews/${stage.accountId}`);
  expect(body.data.map(({ id }: Body) => id)).toContain(review.id);

  const at = `/v1/inbox/reviews/${review.id}/reply`;
  const { entry } = await stage.happensOnce(1, () => stage.api.post(at, { text: 'Thank you' }));
  expect(entry).toMatchObject({ text: 'Thank you' });
  const [answered] = await reviewsOf(stage, review.platform_id);
  expect(answered.capabilities).toEqual({ can_reply: false, can_edit_reply: true, can_delete_reply: true });
  await stage.happensOnce(0, () => stage.api.put(at, { text: 'Thank you very much' }));
  await stage.happensOnce(0, () => stage.api.delete(at));

  const better = stage.text('Even friendlier');
  await stage.does('edit', { id: review.platform_id, text: better, rating: 5 });
  await stage.arrives(async () => (await reviewsOf(stage, review.platform_id))[0]?.rating === 5, 'the edit');
  expect(stage.only(await reviewsOf(stage, review.platform_id), 'one review')).toMatchObject({ text: better });
  await stage.does('delete', { id: review.platform_id });
  // A young review may only not be visible yet.
  await stage.sql(`update reviews set created_at = created_at - interval '1 hour' where id = $1`, [review.id]);
  await stage.arrives(async () => (await reviewsOf(stage, review.platform_id)).length === 0, 'the removal');
  await stage.assertToldOnce('review.received', review.id);
};

const mentionsOf = async (stage: Stage): Promise<Body[]> => {
  const { body, text } = await stage.api.get(`/v1/accounts/${stage.accountId}/mentions?limit=100`);
  if (body?.data === undefined) throw new Error(text);
  return body.data;
};

/** Undefined where people cannot mention the account in this way. */
async function mentioned(stage: Stage, fields: Body = {}): Promise<Body | undefined> {
  const text = stage.text('Have you seen this');
  if ((await stage.tries('mention', { text, ...fields })) === undefined) return undefined;
  const told = async () => (await mentionsOf(stage)).filter(({ content }) => content.text.includes(text));
  await stage.arrives(async () => (await told()).length > 0, 'the mention');
  return stage.only(await told(), 'one mention');
}

/** In a comment and in a caption, where these are two ways. */
async function everyMention(stage: Stage): Promise<Body[]> {
  const rows = [await mentioned(stage), await mentioned(stage, { kind: 'caption' })].filter((row) => row !== undefined);
  expect(rows).not.toEqual([]);
  return rows;
}

const mentions: Scene = async (stage) => {
  const rows = await everyMention(stage);
  for (const row of rows) {
    expect(row).toMatchObject({
      type: 'mention',
      metadata: { mention_type: expect.stringMatching(/^(caption|comment)$/) },
      capabilities: { can_reply: stage.can('reply_to_mention') },
    });
    await stage.assertToldOnce('mention.received', row.id);
  }
  if (stage.platform === 'instagram')
    expect(rows.map(({ metadata }) => metadata.mention_type)).toEqual(['comment', 'caption']);

  const [row] = rows;
  if (REMOVAL_IS_NOT_TOLD[stage.platform] !== undefined) return;
  if ((await stage.tries('delete', { id: row.platform_id })) === undefined) return;
  // A young mention may only not be visible yet.
  await stage.sql(`update mentions set created_at = created_at - interval '1 hour' where id = $1`, [row.id]);
  await stage.arrives(async () => !(await mentionsOf(stage)).some(({ id }) => id === row.id), 'the removal');
  await stage.assertToldOnce('mention.received', row.id);
};

/** Where a removed mention stays here, with the reason. */
const REMOVAL_IS_NOT_TOLD: Readonly<Record<string, string>> = {
  instagram: 'It lists no mentions and tells of no removals.',
  threads: 'It tells of removals below own posts only.',
};

const reply = (stage: Stage, mediaId: string) =>
  stage.api.post(`/v1/accounts/${stage.accountId}/mentions/reply`, { media_id: mediaId, text: stage.text('We have') });

/** What people write about a business, and where they name it. */
export const reviewAndMentionScenes: Readonly<Record<string, Ability>> = {
  reviews: {
    kept: reviews,
    async absent(stage) {
      await stage.isNotSupported(() => stage.api.get(`/v1/inbox/reviews/${stage.accountId}`));
      expect(await stage.tries('review', { rating: 5, text: 'Good' }), 'people cannot review').toBeUndefined();
    },
  },
  mentions: {
    kept: mentions,
    absent: (stage) => stage.isNotSupported(() => stage.api.get(`/v1/accounts/${stage.accountId}/mentions`)),
  },
  reply_to_mention: {
    async kept(stage) {
      for (const { id } of await everyMention(stage)) await stage.happensOnce(1, () => reply(stage, id));
    },
    absent: (stage) => stage.isNotSupported(() => reply(stage, '1')),
  },
};
