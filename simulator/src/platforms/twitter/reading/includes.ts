import { personById, personByName } from '../people.ts';
import { notFoundEntry } from '../problems.ts';
import type { Person, Post, Store } from '../store.ts';
import { findNames } from './entities.ts';
import type { Wanted } from './fields.ts';
import { mediaObject, pollObject, postObject, uploadsOf, userObject } from './render.ts';

/** `data`, `includes` and `errors` of a response that shows posts. */
interface RenderedPosts {
  readonly data: Record<string, unknown>[];
  readonly includes?: Record<string, object[]>;
  readonly errors?: object[];
}

export function renderPosts(
  store: Store,
  posts: readonly Post[],
  wanted: Wanted,
  viewer: string | null,
): RenderedPosts {
  const { expansions } = wanted;
  const errors: object[] = [];
  const referenced = new Map<string, Post>();
  if (expansions.has('referenced_tweets.id'))
    for (const id of posts.flatMap(referencedIds)) {
      const post = store.livePost(id);
      if (post) referenced.set(id, post);
      else errors.push(notFoundEntry('tweet', 'referenced_tweets.id', id));
    }

  const people = new Map<string, Person>();
  const uploads = new Map<string, object>();
  const polls: object[] = [];
  const add = (person: Person | undefined) => person && people.set(person.id, person);
  const addUploads = (post: Post) => {
    for (const upload of uploadsOf(store, post)) uploads.set(upload.media_key, mediaObject(upload, wanted));
  };
  for (const post of posts) {
    if (expansions.has('author_id')) add(personById(store, post.author_id));
    if (expansions.has('in_reply_to_user_id')) add(personById(store, post.reply_to_user));
    if (expansions.has('entities.mentions.username'))
      for (const name of findNames(post.text)) add(personByName(store, name));
    if (expansions.has('attachments.media_keys')) addUploads(post);
    const poll = expansions.has('attachments.poll_ids') ? pollObject(store, post, wanted) : undefined;
    if (poll) polls.push(poll);
  }
  for (const post of referenced.values()) {
    if (expansions.has('referenced_tweets.id.author_id')) add(personById(store, post.author_id));
    if (expansions.has('referenced_tweets.id.attachments.media_keys')) addUploads(post);
  }

  const includes = nonEmpty({
    users: [...people.values()].map((person) => userObject(store, person, wanted)),
    tweets: [...referenced.values()].map((post) => postObject(store, post, wanted, viewer)),
    media: [...uploads.values()],
    polls,
  });
  return {
    data: posts.map((post) => postObject(store, post, wanted, viewer)),
    ...(Object.keys(includes).length > 0 ? { includes } : {}),
    ...(errors.length > 0 ? { errors } : {}),
  };
}

function referencedIds({ reply_to, quoted, repost_of }: Post): string[] {
  return [reply_to, quoted, repost_of].filter((id) => id !== '');
}

export function nonEmpty(lists: Record<string, object[]>): Record<string, object[]> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
