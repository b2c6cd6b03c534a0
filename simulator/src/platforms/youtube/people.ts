import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { freeUsername, nameOf } from '../meta/names.ts';
import { addComment } from './comments/add-comment.ts';
import { removeComment } from './comments/comment-rows.ts';
import { type CommentRow, type Moderation, moderations, type PersonRow, type VideoRow, type Youtube } from './store.ts';
import { videosOf } from './video-rows.ts';

/** A channel with a login of its own. */
export function createAccount({ world, store }: Youtube, options: AccountOptions): Account {
  const username = freeUsername(world, options.username ?? 'acme');
  const number = world.ids.text('', 22);
  const account: Account = {
    platform_id: `UC${number}`,
    username,
    name: options.name ?? nameOf(username),
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => {
    world.accounts.put(account);
    store.channels.put(account.platform_id, {
      id: account.platform_id,
      title: account.name,
      handle: username,
      uploads: `UU${number}`,
      playlist: world.ids.text('PL', 32),
    });
  });
  return account;
}

/** A comment under a video that visitors can see, or a response to one there; `kind`: where its moderation stands. */
export function visitorComments(youtube: Youtube, action: VisitorAction): VisitorResult {
  const { world, store } = youtube;
  const video = videoFor(youtube, action);
  const asked = action.parentId === undefined ? undefined : store.comments.get(action.parentId);
  if (action.parentId !== undefined && asked?.video !== video.id) throw new Rejected(404, 'No such comment.');
  const moderation = (action.kind ?? 'published') as Moderation;
  if (!moderations.includes(moderation)) throw new Rejected(400, `kind must be one of: ${moderations.join(', ')}.`);
  if (video.status.made_for_kids) throw new Rejected(409, 'Nobody can comment on a video that is made for kids.');
  return world.effect(() => {
    const person = personFor(youtube, action);
    if (person.is_banned) throw new Rejected(409, 'The channel has banned this person.');
    const row = addComment(youtube, {
      video,
      parent: asked?.parent ?? asked?.id ?? null,
      author: person.id,
      text: action.text,
      visible_at: action.visibleAt(),
      moderation,
    });
    return resultOf(youtube, row);
  });
}

/** Another text for a comment of a visitor's. */
export function visitorEdits(youtube: Youtube, action: OwnThing): VisitorResult {
  const { world, store } = youtube;
  const row = visitorsComment(youtube, action);
  return world.effect(() => {
    store.comments.put(row.id, { ...row, text: action.text, updated_at: world.clock.now() });
    return resultOf(youtube, row);
  });
}

export function visitorDeletes(youtube: Youtube, action: OwnThing): VisitorResult {
  const row = visitorsComment(youtube, action);
  return youtube.world.effect(() => {
    removeComment(youtube, row);
    return resultOf(youtube, row);
  });
}

function visitorsComment({ store }: Youtube, { account, id }: OwnThing): CommentRow {
  const row = store.comments.get(id);
  if (row?.channel !== account.platform_id) throw new Rejected(404, `No comment ${id}.`);
  if (row.author === account.platform_id) throw new Rejected(409, 'The account has written this comment.');
  return row;
}

function resultOf({ store }: Youtube, { id, author, video }: CommentRow): VisitorResult {
  const username = store.people.get(author)?.username ?? 'somebody';
  return { platform_id: id, username, user_id: author, post_id: video };
}

export function visitorLikes(youtube: Youtube, action: VisitorAction): VisitorResult {
  const { world, store } = youtube;
  const video = videoFor(youtube, action);
  return world.effect(() => {
    const { id, username } = personFor(youtube, action);
    store.videos.put(video.id, { ...video, liked_by: [...new Set([...video.liked_by, id])] });
    return { platform_id: video.id, username, user_id: id };
  });
}

/** Visitors see what is public or unlisted. */
function videoFor(youtube: Youtube, { account, postId }: VisitorAction): VideoRow {
  const videos = videosOf(youtube, account.platform_id);
  const video = postId === undefined ? videos[0] : videos.find(({ id }) => id === postId);
  if (!video) throw new Rejected(404, 'No such post.');
  if (video.status.privacy === 'private') throw new Rejected(409, 'Nobody else can see this video.');
  return video;
}

/** The visitor by that name; without a name always the same one. */
function personFor({ world, store }: Youtube, { username = 'jane' }: VisitorAction): PersonRow {
  const known = store.people.where('username', username)[0];
  if (known) return known;
  const person: PersonRow = { id: world.ids.text('UC', 22), username, is_banned: false };
  store.people.put(person.id, person);
  return person;
}
