import type { Call } from '../../core/platform.ts';
import { joinedSince } from '../../core/world/audience.ts';
import type { Account } from '../../core/world/world.ts';
import { serverOf } from './servers.ts';
import {
  type ConversationRow,
  canSee,
  isPerson,
  type MediaRow,
  type NotificationRow,
  type PersonRow,
  type PollRow,
  type StatusRow,
  type Store,
} from './store.ts';
import { acctOf, idOf, profileUrl, tagsIn, toHtml } from './text.ts';

/** The API's objects, made from rows. */
export function entities(store: Store, call: Call) {
  const { clock, media: files, publicUrl } = store.world;
  const instance = publicUrl ?? call.url('');
  const viewer = call.account?.platform_id;

  function account(profile: Account | PersonRow) {
    const id = idOf(profile);
    const picture = isPerson(profile) ? files.sample('avatar.png') : profile.picture_url;
    const statuses = store.statuses.where('author', id);
    const last = statuses.at(-1);
    return {
      id,
      username: profile.username,
      acct: acctOf(profile),
      display_name: profile.name,
      locked: false,
      bot: false,
      discoverable: true,
      indexable: false,
      group: false,
      created_at: `${clock.iso(profile.created_at).slice(0, 10)}T00:00:00.000Z`,
      note: '<p></p>',
      url: profileUrl(profile, instance),
      uri: isPerson(profile)
        ? `https://${profile.domain}/users/${profile.username}`
        : `${instance}/users/${profile.username}`,
      avatar: picture,
      avatar_static: picture,
      header: `${instance}/headers/original/missing.png`,
      header_static: `${instance}/headers/original/missing.png`,
      followers_count: 1 + (isPerson(profile) ? 0 : joinedSince(profile.username, profile.created_at, clock.now())),
      following_count: 2,
      statuses_count: statuses.length,
      last_status_at: last ? clock.iso(last.created_at).slice(0, 10) : null,
      hide_collections: null,
      noindex: false,
      emojis: [],
      roles: [],
      fields: [],
    };
  }

  function status(row: StatusRow) {
    const author = store.profile(row.author);
    const mentions = row.mentions.flatMap((id) => store.profile(id) ?? []);
    const handle = author ? acctOf(author) : '';
    const replies = store.statuses.where('thread', row.thread).filter((reply) => reply.in_reply_to_id === row.id);
    return {
      id: row.id,
      created_at: clock.iso(row.created_at),
      edited_at: row.edited_at === null ? null : clock.iso(row.edited_at),
      in_reply_to_id: row.in_reply_to_id,
      in_reply_to_account_id: row.in_reply_to_account_id,
      sensitive: row.sensitive,
      spoiler_text: row.spoiler_text,
      visibility: row.visibility,
      language: row.language,
      uri: `${instance}/users/${handle}/statuses/${row.id}`,
      url: `${instance}/@${handle}/${row.id}`,
      replies_count: replies.filter((reply) => reply.visibility === 'public' || reply.visibility === 'unlisted').length,
      reblogs_count: row.reblogged_by?.length ?? 0,
      favourites_count: row.favourited_by.length,
      quotes_count: 0,
      favourited: viewer !== undefined && row.favourited_by.includes(viewer),
      reblogged: false,
      muted: false,
      bookmarked: false,
      ...(row.author === viewer ? { pinned: false } : {}),
      content: toHtml(row.text, mentions, instance, isMarkdown(author)),
      filtered: [],
      reblog: null,
      quote: null,
      quote_approval: { automatic: ['public'], manual: [], current_user: 'automatic' },
      application: row.application,
      account: author ? account(author) : null,
      media_attachments: row.media.flatMap((id) => store.media.get(id) ?? []).map(attachment),
      mentions: mentions.map((profile) => ({
        id: idOf(profile),
        username: profile.username,
        url: profileUrl(profile, instance),
        acct: acctOf(profile),
      })),
      tags: tagsIn(row.text).map((name) => ({ name, url: `${instance}/tags/${name}` })),
      emojis: [],
      card: null,
      poll: row.poll && poll(row.poll),
    };
  }

  function isMarkdown(author: Account | PersonRow | undefined): boolean {
    return author !== undefined && !isPerson(author) && serverOf(author).rendersMarkdown;
  }

  function poll(row: PollRow) {
    return {
      id: row.id,
      expires_at: clock.iso(row.expires_at),
      expired: row.expires_at <= clock.now(),
      multiple: row.multiple,
      votes_count: 0,
      voters_count: 0,
      options: row.options.map((title) => ({ title, votes_count: 0 })),
      emojis: [],
      voted: true,
      own_votes: [],
    };
  }

  function notification(row: NotificationRow) {
    const from = store.profile(row.from);
    const about = store.statuses.get(row.status);
    return {
      id: row.id,
      type: row.type,
      group_key: `ungrouped-${row.id}`,
      created_at: clock.iso(row.created_at),
      account: from ? account(from) : null,
      status: about ? status(about) : null,
    };
  }

  function conversation(row: ConversationRow) {
    const last = store.statuses.get(row.last_status);
    return {
      id: row.id,
      unread: row.unread,
      accounts: row.participants.flatMap((id) => store.profile(id) ?? []).map(account),
      last_status: last && canSee(viewer, last) ? status(last) : null,
    };
  }

  return { account, status, attachment, notification, conversation };
}

/** `url` is null while the file is being processed. */
export function attachment(row: MediaRow) {
  const { id, type, width, height, duration, description } = row;
  const url = row.polls_left > 0 ? null : row.url;
  const size = width && height ? { width, height, size: `${width}x${height}`, aspect: width / height } : {};
  return {
    id,
    type,
    url,
    preview_url: url,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: { original: { ...size, ...(duration === null ? {} : { duration }) }, focus: row.focus },
    description,
    blurhash: type === 'audio' ? null : 'UFBWY:8_0Jxv4mx]t8t64.%M-:IUWGWAt6M}',
  };
}
