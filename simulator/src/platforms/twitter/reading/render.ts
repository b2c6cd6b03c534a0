import { joinedSince, seenSince, sizeOf } from '../../../core/world/audience.ts';
import { personById, personByName } from '../people.ts';
import type { Person, Post, Store, Upload } from '../store.ts';
import { type Attached, type Shown, show } from './entities.ts';
import type { Wanted } from './fields.ts';

/** Objects as the API shows them: https://docs.x.com/x-api/fundamentals/data-dictionary */

export function permalink(store: Store, post: Post): string {
  return `https://x.com/${personById(store, post.author_id)?.username ?? 'i'}/status/${post.id}`;
}

/** The text with short links, as every response carries it. */
export function shownText(store: Store, post: Post): Shown {
  return show(post, attachedLinks(store, post), (name) => personByName(store, name)?.id);
}

function attachedLinks(store: Store, post: Post): Attached[] {
  const quoted = post.quoted === '' ? undefined : store.livePost(post.quoted);
  const links: Attached[] = quoted
    ? [{ expanded_url: permalink(store, quoted), display_url: `x.com/${quoted.id}` }]
    : [];
  const [upload] = uploadsOf(store, post);
  if (!upload) return links;
  const page = mediaKind(upload) === 'photo' ? 'photo' : 'video';
  const expanded = `${permalink(store, post)}/${page}/1`;
  return [
    ...links,
    { expanded_url: expanded, display_url: `pic.x.com/${post.id.slice(-10)}`, media_key: upload.media_key },
  ];
}

export function uploadsOf(store: Store, post: Post): Upload[] {
  return post.media.flatMap((id) => store.uploads.get(id) ?? []);
}

export function mediaKind(upload: Upload): 'photo' | 'video' | 'animated_gif' {
  if (upload.category.endsWith('gif')) return 'animated_gif';
  return upload.category.endsWith('video') ? 'video' : 'photo';
}

export function postObject(store: Store, post: Post, wanted: Wanted, viewer: string | null): Record<string, unknown> {
  const { text, entities } = shownText(store, post);
  const isOwn = viewer === post.author_id;
  const all: Record<string, unknown> = {
    id: post.id,
    text,
    edit_history_tweet_ids: [post.id],
    author_id: post.author_id,
    conversation_id: post.conversation_id,
    created_at: timeOf(store, post.created_at),
    display_text_range: [0, [...text].length],
    edit_controls: {
      edits_remaining: 5,
      is_edit_eligible: false,
      editable_until: timeOf(store, post.created_at + 3_600_000),
    },
    in_reply_to_user_id: post.reply_to_user || undefined,
    referenced_tweets: references(post),
    attachments: attachments(store, post),
    entities: Object.keys(entities).length > 0 ? entities : undefined,
    lang: 'en',
    possibly_sensitive: false,
    reply_settings: post.reply_settings,
    public_metrics: publicMetrics(store, post),
    non_public_metrics: isOwn ? privateMetrics(store, post) : undefined,
    organic_metrics: isOwn ? { ...publicMetrics(store, post), ...privateMetrics(store, post) } : undefined,
  };
  return pick(all, wanted.post);
}

function references(post: Post): object[] | undefined {
  const list = [
    { type: 'replied_to', id: post.reply_to },
    { type: 'quoted', id: post.quoted },
    { type: 'retweeted', id: post.repost_of },
  ].filter(({ id }) => id !== '');
  return list.length > 0 ? list : undefined;
}

function attachments(store: Store, post: Post): object | undefined {
  const uploads = uploadsOf(store, post);
  if (uploads.length > 0) return { media_keys: uploads.map(({ media_key }) => media_key) };
  return post.poll ? { poll_ids: [post.poll.id] } : undefined;
}

function publicMetrics(store: Store, post: Post) {
  const living = (field: 'reply_to' | 'quoted' | 'repost_of') =>
    store.posts.where(field, post.id).filter(({ deleted_at }) => deleted_at === null).length;
  const counts = {
    retweet_count: living('repost_of'),
    reply_count: living('reply_to'),
    like_count: store.likes.where('post_id', post.id).length,
    quote_count: living('quoted'),
    bookmark_count: 0,
  };
  // Those who did something with a post have seen it, and so have others as time goes by.
  const seen = seenSince(sizeOf(post.id), post.created_at, store.world.clock.now());
  return { ...counts, impression_count: Object.values(counts).reduce((sum, count) => sum + count, seen) };
}

function privateMetrics(store: Store, post: Post) {
  const { impression_count } = publicMetrics(store, post);
  return { impression_count, engagements: impression_count, url_link_clicks: 0, user_profile_clicks: 0 };
}

export function userObject(store: Store, person: Person, wanted: Wanted): Record<string, unknown> {
  const posts = store.posts.where('author_id', person.id).filter(({ deleted_at }) => deleted_at === null);
  return pick(
    {
      id: person.id,
      name: person.name,
      username: person.username,
      profile_image_url: person.picture_url,
      created_at: timeOf(store, person.created_at),
      description: '',
      url: '',
      location: undefined,
      protected: false,
      verified: false,
      verified_type: 'none',
      subscription_type: 'None',
      most_recent_tweet_id: posts.at(-1)?.id,
      public_metrics: {
        followers_count: 10 + joinedSince(person.id, person.created_at, store.world.clock.now()),
        following_count: 2,
        tweet_count: posts.length,
        listed_count: 0,
        like_count: store.likes.where('person_id', person.id).length,
        media_count: posts.reduce((sum, { media }) => sum + media.length, 0),
      },
    },
    wanted.user,
  );
}

export function mediaObject(upload: Upload, wanted: Wanted): Record<string, unknown> {
  const kind = mediaKind(upload);
  const isPhoto = kind === 'photo';
  return pick(
    {
      media_key: upload.media_key,
      type: kind,
      url: isPhoto ? upload.url : undefined,
      preview_image_url: isPhoto ? undefined : upload.url,
      width: upload.width ?? undefined,
      height: upload.height ?? undefined,
      alt_text: upload.alt_text || undefined,
      duration_ms: kind === 'video' && upload.duration_seconds !== null ? upload.duration_seconds * 1000 : undefined,
      variants: isPhoto ? undefined : [{ bit_rate: 832_000, content_type: 'video/mp4', url: upload.url }],
      public_metrics: isPhoto ? undefined : { view_count: 0 },
    },
    wanted.media,
  );
}

export function pollObject(store: Store, post: Post, wanted: Wanted): Record<string, unknown> | undefined {
  if (!post.poll) return undefined;
  const end = post.created_at + post.poll.duration_minutes * 60_000;
  const options = post.poll.options.map((label, index) => ({ position: index + 1, label, votes: 0 }));
  return pick(
    {
      id: post.poll.id,
      options,
      duration_minutes: post.poll.duration_minutes,
      end_datetime: timeOf(store, end),
      voting_status: end > store.world.clock.now() ? 'open' : 'closed',
    },
    wanted.poll,
  );
}

/** X writes milliseconds, but only ever zeros. */
export function timeOf(store: Store, at: number): string {
  return store.world.clock.iso(Math.floor(at / 1000) * 1000);
}

export function pick(all: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => names.has(name) && value !== undefined));
}
