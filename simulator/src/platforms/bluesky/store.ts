import type { Account, World } from '../../core/world/world.ts';
import { tids } from './ids.ts';

/** A record of a repository. The fields after `value` are read from it, so that others find it by them. */
export interface RecordRow {
  readonly uri: string;
  readonly repo: string;
  readonly collection: string;
  /** Repository and collection. */
  readonly shelf: string;
  readonly rkey: string;
  readonly cid: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Post that is answered, first post of its thread, post that is quoted; what a like, a repost or a follow is about. */
  readonly parent: string;
  readonly root: string;
  readonly quoted: string;
  readonly subject: string;
  readonly indexed_at: number;
  readonly visible_at: number;
  /** The record as the AppView shows it: as created, in spite of later `putRecord` calls. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** The id of the value shown. */
  readonly shown_cid: string;
}

/** Somebody who is no business account here. */
export interface Person {
  readonly did: string;
  readonly handle: string;
  readonly name: string;
  readonly picture_url: string;
  readonly created_at: number;
}

export interface BlobRow {
  readonly did: string;
  readonly cid: string;
  readonly mime: string;
  readonly size: number;
  readonly url: string;
}

export interface NotificationRow {
  readonly id: string;
  readonly account: string;
  readonly reason: string;
  readonly uri: string;
  readonly subject: string | null;
  readonly indexed_at: number;
  readonly visible_at: number;
}

export interface Head {
  readonly cid: string;
  readonly rev: string;
}

export interface Convo {
  readonly id: string;
  readonly members: readonly string[];
  readonly rev: string;
  /** The members who have not accepted it. */
  readonly requested: readonly string[];
  /** DID → id of the newest message read. */
  readonly read: Readonly<Record<string, string>>;
}

export interface Message {
  readonly id: string;
  readonly convo: string;
  readonly rev: string;
  readonly sender: string;
  readonly text: string;
  readonly facets: unknown;
  readonly embed: { readonly uri: string; readonly cid: string } | null;
  readonly sent_at: number;
  readonly visible_at: number;
  readonly reactions: readonly Reaction[];
}

export interface Reaction {
  readonly value: string;
  readonly sender: string;
  readonly at: number;
}

/** One line of the chat log of one member. */
interface LogRow {
  readonly rev: string;
  readonly member: string;
  readonly type: string;
  readonly convo: string;
  readonly message: string | null;
  readonly reaction: Reaction | null;
  readonly visible_at: number;
}

export interface VideoJob {
  readonly id: string;
  readonly did: string;
  readonly polls_left: number;
  readonly mime: string;
  readonly cid: string;
  readonly failure: string | null;
  readonly created_at: number;
}

/** A pushed authorization request. */
export interface PushedRequest {
  readonly uri: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scope: string;
  readonly state: string;
  readonly code_challenge: string;
  readonly login_hint: string;
  readonly thumbprint: string;
  /** The server's own name as the client knows it; the browser may come by another way. */
  readonly issuer: string;
  readonly expires_at: number;
}

/** The fields that business accounts and visitors share. */
export type Profile = Person & { readonly isBusiness: boolean };

export function openStore(world: World) {
  const people = world.table<Person>('people', 'handle');
  const newTid = tids(world.clock);
  return {
    world,
    people,
    records: world.table<RecordRow>('records', 'repo', 'shelf', 'parent', 'root', 'quoted', 'subject'),
    /** Key: DID and cid. */
    blobs: world.table<BlobRow>('blobs'),
    notifications: world.table<NotificationRow>('notifications', 'account', 'uri'),
    /** When a refresh token was first used. */
    usedTokens: world.table<{ readonly at: number }>('used_tokens'),
    /** The newest commit of each repository. */
    heads: world.table<Head>('heads'),
    convos: world.table<Convo>('convos'),
    messages: world.table<Message>('messages', 'convo'),
    logs: world.table<LogRow>('logs', 'member'),
    jobs: world.table<VideoJob>('jobs', 'did'),
    pushed: world.table<PushedRequest>('pushed'),
    /** Authorization code → thumbprint of the key that it is bound to. */
    codeKeys: world.table<{ readonly thumbprint: string }>('code_keys'),
    newTid,
    profile(didOrHandle: string): Profile | undefined {
      const name = didOrHandle.replace(/^@/, '').toLowerCase();
      const account = world.accounts.get(name) ?? world.accounts.byUsername(name);
      if (account) return asProfile(account);
      const person = people.get(name) ?? people.where('handle', name)[0];
      return person && { ...person, isBusiness: false };
    },
  };
}

export type Store = ReturnType<typeof openStore>;

function asProfile({ platform_id: did, username: handle, name, picture_url, created_at }: Account): Profile {
  return { did, handle, name, picture_url, created_at, isBusiness: true };
}

export const collections = {
  post: 'app.bsky.feed.post',
  like: 'app.bsky.feed.like',
  repost: 'app.bsky.feed.repost',
  threadgate: 'app.bsky.feed.threadgate',
  postgate: 'app.bsky.feed.postgate',
  follow: 'app.bsky.graph.follow',
  block: 'app.bsky.graph.block',
} as const;

export function uriOf(repo: string, collection: string, rkey: string): string {
  return `at://${repo}/${collection}/${rkey}`;
}

/** Newest first: record keys sort by time, and so do the times of indexing. */
export function newestFirst(a: RecordRow, b: RecordRow): number {
  return b.indexed_at - a.indexed_at || (a.rkey < b.rkey ? 1 : -1);
}

export function postsOf(store: Store, did: string): RecordRow[] {
  return store.records.where('shelf', `${did}/${collections.post}`).sort(newestFirst);
}
