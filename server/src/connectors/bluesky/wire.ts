import { z } from 'zod';
import { eachValid, lenient, metricCount, optionalText, platformCount, platformTime } from '../shared/call-platform.ts';

export const POSTS = 'app.bsky.feed.post';
export const LIKES = 'app.bsky.feed.like';
export const THREADGATES = 'app.bsky.feed.threadgate';

export const Did = z.string().regex(/^did:[a-z]+:[\w.:%-]{1,240}$/, 'not a DID');
const Cid = z.string().regex(/^\w{1,200}$/, 'not a CID');
/** The address of a post: its author's DID and its key. */
const POST_URI = /^at:\/\/(did:[a-z]+:[\w.:%-]{1,240})\/app\.bsky\.feed\.post\/([\w.~:-]{1,512})$/;
export const PostUri = z.string().regex(POST_URI, 'not the address of a post');

export function partsOf(uri: string): { readonly did: string; readonly rkey: string } | undefined {
  const [, did, rkey] = POST_URI.exec(uri) ?? [];
  return did === undefined || rkey === undefined ? undefined : { did, rkey };
}

/** Errors have a name and mostly a message: https://docs.bsky.app/docs/advanced-guides/posts */
export const Rejection = z.object({ error: z.string().min(1).max(200), message: optionalText });

export const SessionTokens = z.object({ accessJwt: z.string().min(1), refreshJwt: z.string().min(1) });

/** The claims of a session token that we read. They are never trusted, only used to know when to refresh. */
export const Claims = z.object({ sub: lenient(Did), exp: lenient(z.int().min(946_684_800).max(7_258_118_400)) });

/** A person by DID, because the handle may change. */
const Author = z.object({
  did: Did,
  handle: lenient(z.string().min(1).max(300)),
  displayName: optionalText,
  avatar: lenient(z.string().max(4000)),
});

export const ProfileView = z.object({
  did: Did,
  handle: z.string().min(1).max(300),
  displayName: optionalText,
  description: optionalText,
  avatar: lenient(z.string().max(4000)),
});

export const ResolvedHandle = z.object({ did: Did });

/** A version of a record. Roots of threads may be in other collections than posts. */
export const StrongRef = z.object({ uri: z.string().startsWith('at://').max(2000), cid: Cid });
const ReplyRefs = z.object({ root: StrongRef, parent: StrongRef });
export type ReplyRefs = z.output<typeof ReplyRefs>;

/** An uploaded file. The whole object goes into the record. */
export const BlobRef = z.looseObject({
  $type: z.literal('blob'),
  ref: z.looseObject({ $link: Cid }),
  mimeType: z.string(),
  size: z.int().min(0),
});
export const UploadedBlob = z.object({ blob: BlobRef });

export const WrittenRecord = z.object({ uri: PostUri, cid: Cid });

/** A post of the account as it lies in its repository. */
export const FoundRecord = z.object({ uri: PostUri, cid: Cid, value: z.object({ reply: ReplyRefs.optional() }) });

const anyTime = z
  .string()
  .max(64)
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), 'not a time');

const OwnRecord = z.object({
  uri: PostUri,
  value: z.object({ text: z.string(), createdAt: anyTime, reply: ReplyRefs.optional(), embed: z.unknown().optional() }),
});
export type OwnRecord = z.output<typeof OwnRecord>;

/** A list that can prove "it did not happen", because every item must be readable. */
export const OwnRecords = z.object({ records: z.array(OwnRecord), cursor: z.string().min(1).max(2000).optional() });

/** A post as the network shows it. The author's program wrote its record, so its time may be nonsense. */
export const PostView = z.object({
  uri: PostUri,
  cid: Cid,
  author: Author,
  record: z.object({ text: z.string(), createdAt: lenient(platformTime), reply: lenient(ReplyRefs) }),
  indexedAt: platformTime,
  likeCount: lenient(platformCount),
  replyCount: lenient(platformCount),
  viewer: lenient(z.object({ like: lenient(z.string().max(2000)) })),
});
export type PostView = z.output<typeof PostView>;

export const PostViews = z.object({ posts: eachValid(PostView) });

export const CountedPosts = z.object({
  posts: z.array(
    z.object({
      uri: PostUri,
      likeCount: lenient(metricCount),
      replyCount: lenient(metricCount),
      repostCount: lenient(metricCount),
      quoteCount: lenient(metricCount),
      bookmarkCount: lenient(metricCount),
    }),
  ),
});

/** A page of the account's own posts with their counters; reposts are of others. */
const ArchivedPost = z.object({
  post: PostView.extend({
    likeCount: lenient(metricCount),
    replyCount: lenient(metricCount),
    repostCount: lenient(metricCount),
    quoteCount: lenient(metricCount),
    bookmarkCount: lenient(metricCount),
  }),
});
export type ArchivedPost = z.output<typeof ArchivedPost>['post'];
export const AuthorFeed = z.object({ feed: eachValid(ArchivedPost), cursor: lenient(z.string().min(1).max(2000)) });

export const CountedProfile = z.object({
  followersCount: lenient(metricCount),
  followsCount: lenient(metricCount),
  postsCount: lenient(metricCount),
});

/** One level of a thread; a hidden, blocked or deleted one has no post. */
export const ThreadNode = z.object({ post: z.unknown().optional(), replies: lenient(z.array(z.unknown())) });
export const Thread = z.object({
  thread: ThreadNode,
  threadgate: lenient(z.object({ record: z.object({ hiddenReplies: z.array(z.unknown()) }) })),
});

/** The rules of a thread: its allowed repliers and its hidden replies. Other fields stay unchanged. */
export const Threadgate = z.object({
  cid: Cid,
  value: z.looseObject({ hiddenReplies: z.array(z.string()).optional() }),
});

/** A record of any collection. */
export const AnyRecord = z.object({ uri: z.string().startsWith('at://').max(2000) });

export const ChatId = z.string().regex(/^[\w-]{1,100}$/);

const ChatMessage = z.object({
  id: ChatId,
  text: z.string(),
  sender: z.object({ did: Did }),
  sentAt: platformTime,
});
export type ChatMessage = z.output<typeof ChatMessage>;
const cursor = lenient(z.string().min(1).max(2000));
/** Deleted messages have no text. */
export const ChatMessages = z.object({ messages: eachValid(ChatMessage), cursor });
/** A list that can prove "it was not sent": every item must be readable, deleted ones too. */
export const ProvenChatMessages = z.object({
  messages: z.array(z.object({ ...ChatMessage.shape, text: z.string().optional() })),
  cursor: z.string().min(1).max(2000).optional(),
});
export const SentChatMessage = z.object({ id: ChatId });

export const Convo = z.object({
  id: ChatId,
  rev: z.string().max(100),
  members: z.array(Author),
  lastMessage: z.unknown().optional(),
});
export type Convo = z.output<typeof Convo>;
export const OneConvo = z.object({ convo: Convo });
export const Convos = z.object({ convos: eachValid(Convo), cursor });
export const readChatMessage = (message: unknown) => ChatMessage.safeParse(message).data;
/** A message of the log of which only the id is left. */
export const readChatMessageId = (message: unknown) => z.object({ id: ChatId }).safeParse(message).data?.id;

/** Events in the chat since a revision. */
export const ChatLog = z.object({
  logs: eachValid(
    z.object({
      $type: z.string(),
      rev: z.string().max(100),
      convoId: ChatId,
      message: z.unknown().optional(),
      reaction: lenient(
        z.object({ value: z.string().max(100), sender: z.object({ did: Did }), createdAt: platformTime }),
      ),
    }),
  ),
  cursor,
});

const Notification = z.object({
  uri: z.string().max(2000),
  reason: z.string(),
  record: z.object({ reply: lenient(ReplyRefs) }),
  indexedAt: platformTime,
});
export type Notification = z.output<typeof Notification>;
export const Notifications = z.object({
  notifications: eachValid(Notification),
  cursor: lenient(z.string().min(1).max(2000)),
});

const Job = z.object({
  jobId: z.string().max(500),
  state: optionalText,
  blob: lenient(BlobRef),
  error: optionalText,
  message: optionalText,
});
export type Job = z.output<typeof Job>;

/** The video service puts the job into `jobStatus` or responds with the job itself. */
export const JobResponse = z.union([z.object({ jobStatus: Job }).transform(({ jobStatus }) => jobStatus), Job]);

export const ServiceToken = z.object({ token: z.string().min(1) });
