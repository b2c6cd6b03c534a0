import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { addPost, contentKey, type Draft, ledgerMedia } from './add-post.ts';
import { checkBody } from './body-schema.ts';
import { personById, personByName } from './people.ts';
import { exclusiveParts, type PostBody, postBodySchema } from './post-body.ts';
import { forbidden, invalidRequest, notPermitted } from './problems.ts';
import { findNames } from './reading/entities.ts';
import { mediaKind, shownText, uploadsOf } from './reading/render.ts';
import type { Person, Poll, Post, Store, Upload } from './store.ts';
import { textLengthMax, weightedLength } from './text.ts';

const duplicateWindowMs = 24 * 3_600_000;
/** Longer videos are for paying accounts. */
const videoSecondsMax = 140;

export function createPost(store: Store, call: Call): PlatformResponse {
  const author = call.account;
  if (!author) throw notPermitted();
  const draft = readDraft(store, call, author.platform_id);
  rejectDuplicate(store, draft);
  const post = call.effect(() => {
    const added = addPost(store, draft, call.visibleAt());
    const reply = added.reply_to === '' ? {} : { in_reply_to: added.reply_to };
    const kind = call.operation === 'reply' ? 'reply' : 'post';
    call.record({
      kind,
      platform_id: added.id,
      text: added.text,
      media: ledgerMedia(uploadsOf(store, added)),
      ...reply,
    });
    return added;
  });
  return json({ data: { id: post.id, text: shownText(store, post).text, edit_history_tweet_ids: [post.id] } }, 201);
}

function readDraft(store: Store, call: Call, authorId: string): Draft {
  checkBody(call, postBodySchema);
  const body = call.body as PostBody;
  const given = exclusiveParts.filter((name) => body[name] !== undefined);
  if (given.length > 1) {
    const message = `Only one of [${given.join(', ')}] may be given: they are mutually exclusive.`;
    throw invalidRequest({ name: given[0] ?? '', value: '', message });
  }
  const text = (body.text ?? '').normalize('NFC').trim();
  if (text === '' && given.length === 0) {
    const message = 'One of text, media, poll, quote_tweet_id or card_uri is required.';
    throw invalidRequest({ name: 'text', value: '', message });
  }
  // Editing is for paying accounts; simulated accounts are not.
  if (body.edit_options) throw notPermitted();
  if (text.length > 25_000 || weightedLength(text) > textLengthMax)
    throw forbidden(
      'Your Tweet text is too long. For more information, please see the character counting documentation.',
    );

  const parent = body.reply ? repliedTo(store, body.reply.in_reply_to_tweet_id, authorId) : undefined;
  const quoted = body.quote_tweet_id === undefined ? undefined : store.livePost(body.quote_tweet_id);
  if (body.quote_tweet_id !== undefined && !quoted)
    throw invalidRequest({ name: 'quote_tweet_id', value: body.quote_tweet_id, message: 'quote_tweet_id is invalid.' });
  const uploads = readyUploads(store, body.media?.media_ids ?? [], authorId);
  return {
    author_id: authorId,
    text:
      body.reply?.auto_populate_reply_metadata && parent ? withNames(store, text, parent, authorId, body.reply) : text,
    parent,
    quoted,
    media: uploads.map(({ id }) => id),
    poll: body.poll ? newPoll(store, body.poll) : null,
    reply_settings: body.reply_settings ?? 'everyone',
  };
}

function newPoll(store: Store, { options, duration_minutes }: NonNullable<PostBody['poll']>): Poll {
  return { id: store.nextId(), options, duration_minutes };
}

function repliedTo(store: Store, parentId: string, authorId: string): Post {
  const parent = store.livePost(parentId);
  if (!parent) throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.');
  if (parent.author_id === authorId) return parent;
  const author = personById(store, authorId);
  const root = store.livePost(parent.conversation_id) ?? parent;
  const isOpen = root.reply_settings === 'everyone' || root.author_id === authorId;
  if (!isOpen && !(author && namesPerson(root, author)))
    throw forbidden('You do not have permission to reply to this conversation.');
  if (isReplyRestricted(store) && !(author && isSummoned(store, parent, author)))
    throw forbidden(
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
    );
  return parent;
}

/**
 * The rule of February 2026 for self-serve plans: a reply is accepted only under a post that mentions or quotes the
 * account. Off unless the setting `reply_restriction` is on.
 */
function isReplyRestricted(store: Store): boolean {
  return (store.world.settings as { readonly reply_restriction?: boolean }).reply_restriction === true;
}

function isSummoned(store: Store, parent: Post, author: Person): boolean {
  const quotesUs = parent.quoted !== '' && store.posts.get(parent.quoted)?.author_id === author.id;
  return quotesUs || namesPerson(parent, author);
}

function namesPerson(post: Post, { username }: Person): boolean {
  return findNames(post.text).some((name) => name.toLowerCase() === username.toLowerCase());
}

/** Puts the names of those who are answered in front, as X does on request; they are not counted in the length. */
function withNames(
  store: Store,
  text: string,
  parent: Post,
  authorId: string,
  reply: NonNullable<PostBody['reply']>,
): string {
  const excluded = new Set([authorId, ...(reply.exclude_reply_user_ids ?? [])]);
  const others = findNames(parent.text).flatMap((name) => personByName(store, name) ?? []);
  const people = [personById(store, parent.author_id), ...others];
  const present = new Set(findNames(text).map((name) => name.toLowerCase()));
  const names = people.flatMap((person) => (person && !excluded.has(person.id) ? [person.username] : []));
  const missing = [...new Set(names)].filter((name) => !present.has(name.toLowerCase()));
  return [...missing.map((name) => `@${name}`), text].join(' ').trim();
}

function readyUploads(store: Store, mediaIds: readonly string[], authorId: string): Upload[] {
  const now = store.world.clock.now();
  const uploads = mediaIds.flatMap((mediaId) => store.uploads.get(mediaId) ?? []);
  const isUsable = (upload: Upload) =>
    upload.state === 'succeeded' &&
    upload.expires_at > now &&
    upload.owners.includes(authorId) &&
    upload.category !== 'subtitles' &&
    !upload.category.startsWith('dm_');
  const kinds = new Set(uploads.map(mediaKind));
  const isMixed = uploads.length > 1 && (kinds.size > 1 || !kinds.has('photo'));
  const isRepeated = new Set(mediaIds).size < mediaIds.length;
  if (uploads.length < mediaIds.length || isMixed || isRepeated || !uploads.every(isUsable))
    throw invalidRequest({
      name: 'media.media_ids',
      value: mediaIds.join(','),
      message: 'Your media IDs are invalid.',
    });
  if (uploads.some(({ duration_seconds }) => (duration_seconds ?? 0) > videoSecondsMax))
    throw forbidden('This user is not allowed to post a video longer than 2 minutes.');
  return uploads;
}

/** Media is not looked at: the same words under another picture are a duplicate too. */
function rejectDuplicate(store: Store, draft: Draft): void {
  if (!store.world.settings.duplicate_rules || draft.text === '') return;
  const since = store.world.clock.now() - duplicateWindowMs;
  const twins = store.posts.where('content_key', contentKey(draft));
  if (twins.some(({ deleted_at, created_at }) => deleted_at === null && created_at > since))
    throw forbidden('You are not allowed to create a Tweet with duplicate content.');
}
