import { expect } from 'vitest';
import type { Body } from '../harness.ts';
import type { Ability, Scene, Stage } from './stage.ts';

const FLAGS = {
  can_reply: 'reply',
  can_delete: 'delete_comment',
  can_hide: 'hide',
  can_like: 'like',
  can_private_reply: 'private_reply',
} as const;
/** Bots never hear that a comment was removed. */
const REMOVAL_IS_NOT_TOLD = ['telegram'];

const pathOf = async (stage: Stage, row?: Body) =>
  `/v1/inbox/comments/${(await stage.post()).id}${row === undefined ? '' : `/${row.id}`}`;

/** The comments below the post with this platform id: as they arrived, or read anew. */
async function rowsOf(stage: Stage, platformId: string, query = ''): Promise<Body[]> {
  const { body, text } = await stage.api.get(`${await pathOf(stage)}?limit=100${query}`);
  if (body?.data === undefined) throw new Error(text);
  return body.data.filter((row: Body) => row.platform_id === platformId);
}

async function commented(stage: Stage, parentId?: string, username?: string): Promise<Body> {
  const text = stage.text('What a post');
  const where = { post_id: await stage.postIdOnPlatform(), ...(parentId === undefined ? {} : { parent_id: parentId }) };
  const { platform_id: id } = await stage.does('comment', {
    text,
    ...where,
    ...(username === undefined ? {} : { username }),
  });
  const row = await stage.arrives(async () => (await rowsOf(stage, id))[0], 'the comment');
  expect(row).toMatchObject({ platform: stage.platform, is_owner: false, text: expect.stringContaining(text) });
  return row;
}

const comments: Scene = async (stage) => {
  const row = await commented(stage);
  stage.only(await rowsOf(stage, row.platform_id), 'one comment');
  await stage.assertToldOnce('comment.received', row.id);
  const { capabilities } = row;
  // What a platform allows for own comments or those of others only is never promised for all.
  for (const [flag, ability] of Object.entries(FLAGS))
    if (capabilities[flag]) expect(stage.can(ability), flag).toBe(true);
    else if (flag !== 'can_delete') expect(stage.can(ability), flag).toBe(false);
  const posts = (await stage.api.get(`/v1/inbox/comments?account_id=${stage.accountId}`)).body.data;
  expect(posts.map((post: Body) => post.id)).toContain(row.inbox_post_id);
  await changesOf(stage, await commented(stage));
};

/** Edits and removals by the visitor arrive, or are found when the platform is read. */
async function changesOf(stage: Stage, row: Body): Promise<void> {
  const query = '&refresh=true';
  const text = stage.text('What a good post');
  if ((await stage.tries('edit', { id: row.platform_id, text })) !== undefined)
    await stage.arrives(
      async () => (await rowsOf(stage, row.platform_id, query))[0]?.text.includes(text),
      'the edit of the comment',
    );
  if (REMOVAL_IS_NOT_TOLD.includes(stage.platform)) return;
  // A young comment that is not listed may only not be visible yet.
  await stage.sql(`update comments set created_at = created_at - interval '10 minutes' where id = $1`, [row.id]);
  if ((await stage.tries('delete', { id: row.platform_id })) !== undefined)
    await stage.arrives(
      async () => (await rowsOf(stage, row.platform_id, query)).length === 0,
      'the removal of the comment',
    );
  await stage.assertToldOnce('comment.received', row.id);
}

const replies: Scene = async (stage) => {
  const parent = await commented(stage);
  const row = await commented(stage, parent.platform_id);
  await stage.assertToldOnce('comment.received', row.id);
  const { body } = await stage.api.get(`${await pathOf(stage, parent)}/replies`);
  expect(body.data.map(({ id }: Body) => id)).toContain(row.id);
};

const reply = async (stage: Stage, row: Body, text = stage.text('Thank you')) =>
  stage.api.post(await pathOf(stage), { comment_id: row.id, text });

/** Where nobody comments, the account's own post stands in for a comment. */
async function anyComment(stage: Stage): Promise<Body> {
  return stage.can('comments') ? commented(stage) : { id: 'cmt_00000000000000000000000000' };
}

/** A change of a comment by one call. */
function change(ability: string, call: (stage: Stage, row: Body) => ReturnType<typeof reply>, cost = 0): Ability {
  return {
    kept: async (stage) => {
      const row = await changeable(stage, ability);
      await stage.happensOnce(cost, () => call(stage, row));
    },
    absent: async (stage) => {
      if (!stage.can('publish')) return;
      const row = await anyComment(stage);
      await stage.isNotSupported(() => call(stage, row));
    },
  };
}

/** The visitor's comment, or an own reply where only those may be changed. */
async function changeable(stage: Stage, ability: string): Promise<Body> {
  const row = await commented(stage);
  const flag = Object.entries(FLAGS).find(([, name]) => name === ability)?.[0];
  if (flag === undefined ? ability !== 'edit_comment' : row.capabilities[flag]) return row;
  if (flag !== undefined) await stage.isNotSupported(() => CALLS[ability as keyof typeof CALLS](stage, row));
  const { comment_id: id } = (await reply(stage, row)).body;
  return stage.arrives(async () => {
    const [own] = await rowsOf(stage, id, '&refresh=true');
    return own ?? (await rowsById(stage, id))[0];
  }, 'the own reply');
}

async function rowsById(stage: Stage, id: string): Promise<Body[]> {
  const { body } = await stage.api.get(`${await pathOf(stage)}?limit=100`);
  return body.data.filter((row: Body) => row.id === id);
}

const CALLS = {
  reply: (stage: Stage, row: Body) => reply(stage, row),
  delete_comment: async (stage: Stage, row: Body) => stage.api.delete(await pathOf(stage, row)),
  private_reply: async (stage: Stage, row: Body) =>
    stage.api.post(`${await pathOf(stage, row)}/private-reply`, { text: stage.text('Let us talk') }),
  edit_comment: async (stage: Stage, row: Body) => {
    const names = { account_id: stage.accountId, post_id: (await stage.post()).id };
    return stage.api.patch(`/v1/platforms/youtube/comments/${row.id}`, { ...names, text: stage.text('Better') });
  },
  moderate_comments: async (stage: Stage, row: Body, more: Body = { status: 'held_for_review' }) => {
    const names = { account_id: stage.accountId, post_id: (await stage.post()).id };
    return stage.api.post(`/v1/platforms/youtube/comments/${row.id}/moderate`, { ...names, ...more });
  },
};

/** Hidden or liked, and back again. */
function mark(ability: 'hide' | 'like', field: 'is_hidden' | 'is_liked'): Ability {
  const on = async (stage: Stage, row: Body) => stage.api.post(`${await pathOf(stage, row)}/${ability}`);
  const off = async (stage: Stage, row: Body) => stage.api.delete(`${await pathOf(stage, row)}/${ability}`);
  const stored = async (stage: Stage, { id }: Body) =>
    (await stage.sql(`select ${field} as is_on from comments where id = $1`, [id]))[0];
  return {
    kept: async (stage) => {
      const row = await commented(stage);
      await stage.happensOnce(0, () => on(stage, row));
      expect(await stored(stage, row)).toEqual({ is_on: true });
      await stage.happensOnce(0, () => off(stage, row));
      expect(await stored(stage, row)).toEqual({ is_on: false });
    },
    absent: async (stage) => {
      if (!stage.can('publish')) return;
      const row = await anyComment(stage);
      for (const call of [on, off]) await stage.isNotSupported(() => call(stage, row));
    },
  };
}

const moderation = change('moderate_comments', CALLS.moderate_comments);

/** What people say below posts, and what the account does about it. */
export const commentScenes: Readonly<Record<string, Ability>> = {
  comments: {
    kept: comments,
    absent: async (stage) => {
      if (!stage.can('publish')) return;
      const path = await pathOf(stage);
      await stage.isNotSupported(() => stage.api.get(path));
    },
  },
  replies: { kept: replies, absent: async () => {} },
  reply: change('reply', CALLS.reply, 1),
  delete_comment: change('delete_comment', CALLS.delete_comment),
  hide: mark('hide', 'is_hidden'),
  like: mark('like', 'is_liked'),
  edit_comment: change('edit_comment', CALLS.edit_comment),
  moderate_comments: {
    ...moderation,
    kept: async (stage) => {
      await moderation.kept(stage);
      for (const more of [{ status: 'published' }, { status: 'rejected' }, { status: 'rejected', ban_author: true }]) {
        const row = await commented(stage, undefined, 'guest');
        if (more.status === 'published') await CALLS.moderate_comments(stage, row);
        await stage.happensOnce(0, () => CALLS.moderate_comments(stage, row, more));
      }
    },
  },
  private_reply: change('private_reply', CALLS.private_reply, 1),
};
