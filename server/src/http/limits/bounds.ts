const KIB = 1024;
const MIB = 1024 * KIB;

/** The head of a request: its first line and its header fields. */
export const HEAD = {
  /** From the start of the connection or of the head. */
  msMax: 10_000,
  bytesMax: 16 * KIB,
  fieldsMax: 100,
} as const;

/** JSON bodies, and those that have no bounds of their own. */
export const BODY = { bytesMax: MIB, levelsMax: 32, valuesMax: 20_000, secondsMax: 60 } as const;

/** Bodies arrive in chunks, or in reads of one with a known length. Each costs time and memory of its own. */
export const CHUNKS = {
  /** Smaller ones count against `tinyMax`, the more the smaller they are; larger ones make up for them. */
  bytesMin: 32,
  tinyMax: 512,
  /** A body that arrives slowly may have so many tiny ones a second. */
  tinyPerSecondMax: 100,
  /** Smaller ones are read at this pace, of all bodies of the process together. The first ones of a body do not count. */
  smallBytes: KIB,
  smallFreeMax: 16,
  smallPerSecondMax: 20_000,
} as const;

/** Forms and JSON of the pages for browsers. */
export const PAGE_FORM = { bytesMax: 64 * KIB } as const;

/** Callbacks of platforms and of the payment processor. */
export const CALLBACK = {
  bytesMax: 4 * MIB,
  secondsMax: 20,
  bytesAtOnceMax: 64 * MIB,
  /** All test worlds together. The rest is for live callbacks. */
  bytesAtOnceOfWorldsMax: 32 * MIB,
  bytesAtOnceOfWorldMax: 8 * MIB,
  bytesPerMinuteOfWorldMax: 64 * MIB,
  unreadOfWorldMax: 10_000,
  retrySeconds: 5,
} as const;

/** Bounds of the slices of large callbacks. An update, or the rest of a callback, beyond them is left out: no platform sends one. */
export const UPDATES = {
  /** A post on Facebook has up to 63,206 characters, each of up to 12 bytes as Meta escapes them. */
  bytesMax: MIB,
  levelsMax: 64,
  valuesMax: 20_000,
  sliceBytesMax: 64 * KIB,
  sliceValuesMax: 2000,
  /** Entries, changes and so on count one each. Meta's batches have up to 1,000 updates. */
  elementsMax: 20_000,
  bytesOfAllMax: 8 * MIB,
} as const;

/** Forms with a file. */
export const FORM = {
  /** Room beside the file: boundaries and headers of the parts. */
  bytesMax: 64 * KIB,
  /** Enough for the largest file on a slow connection. */
  secondsMax: 600,
  atOnceMax: 256,
  perTenantMax: 2,
} as const;

/** Files at signed addresses. */
export const FILE = {
  /** An upload or download without data for this time is aborted. */
  idleMsMax: 60_000,
  uploadSecondsMax: 24 * 3600,
} as const;

/** The rest of a request after its response. */
export const REST = {
  /** More than any file beyond a small plan's storage. */
  bytesMax: 256 * MIB,
  msMax: 30_000,
  /** All rests of the process share it. */
  bytesPerSecondMax: 64 * MIB,
  /** The connection is kept when no more than this can be left. */
  keptBytesMax: MIB,
  /** A connection that is given up stays half open this long, so that the client can read the response. */
  lingerMs: 2000,
} as const;

/** The longest silence of a client while it reads a response. */
export const RESPONSE_IDLE_MS = 65_000;

/** Responses whose clients leave bytes unread. */
export const READING = {
  /** A client takes at least so many of them in `msMax`, unless fewer are left. */
  bytesMin: 256 * KIB,
  msMax: 60_000,
  lookMs: 500,
  /** All clients share it. */
  unsentBytesMax: 64 * MIB,
} as const;

export const CONNECTIONS = {
  max: 4096,
  /** The share of streams, waiting requests, files and idle connections, which may stay long. */
  longShare: 0.9,
  /** Connections past a limit that are still accepted, for `/health`. */
  spareMax: 64,
  retrySeconds: 5,
  /** Requests of one IPv4 address or one /64 network of IPv6. */
  perNetworkMax: 1024,
  /** Requests that a connection sends before the first of them is answered. */
  unansweredMax: 16,
  /** Between two requests. */
  idleMsMax: 65_000,
} as const;

export const STREAMS_PER_KEY_MAX = 10;

/** Admitted requests whose responses have not ended, in one process. */
export const IN_WORK = {
  perTenantMax: 256,
  /** One key, or all signed addresses, have fewer, so that other keys of the tenant are answered. */
  perKeyMax: 240,
  retrySeconds: 1,
} as const;

/** Well-formed keys that this process does not know, looked up in one statement at a time. */
export const UNKNOWN_KEYS = { perStatementMax: 500, statementMsMin: 50 } as const;

/** Requests without a valid key, of one client network in one process. */
export const FAILURES = {
  windowMs: 60_000,
  max: 100,
  networksMax: 10_000,
  /** Past `max`: what is read of the keys, and answered. */
  perSecondMax: 500,
  /** Connections of further ones are closed. */
  waitingMax: 1000,
} as const;

/** Requests that wait for their first turn in the database, of one tenant in one process. */
export const QUEUE = {
  /** One key alone has at most half of them. */
  waitingMax: 500,
} as const;

/** Rejections of a tenant's requests because of its queue. */
export const SHED = { perSecondMax: 500, waitingMax: 1000 } as const;

/** Requests with a valid key. Their numbers are settings. */
export const REQUESTS = {
  windowMs: 60_000,
  namesMax: 10_000,
  /** Rejections past the limit, of one key or client network in one process. */
  perSecondMax: 500,
  waitingMax: 1000,
} as const;

/** Requests that need no key: pages, logins, unknown paths; of one client network in one process. */
export const PAGES = {
  windowMs: 60_000,
  /** Plenty for an office behind one address. */
  max: 3000,
  networksMax: 10_000,
  /** Rejections past `max`. */
  perSecondMax: 500,
  waitingMax: 1000,
} as const;
