/** What a connector may use where there is no account yet: while one is being connected. */
export interface AppSession {
  /** Credentials of the platform app that the account is connected with. */
  readonly app: AppCredentials;
  /** Base URL of each API host of the platform by the connector's own host key, without trailing slash. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Every call ends before the lease of the work does; the client sees to it. */
  readonly http: PlatformHttp;
  readonly now: () => Date;
}

/** Everything a connector may use to speak for one account during one piece of work. */
export interface Session extends AppSession {
  readonly account: SessionAccount;
  readonly tokens: Tokens;
  /** Bytes of a media item of the content that is small, such as an image. Refused addresses throw `rejected`. */
  readonly media: (media: Media) => Promise<MediaBytes>;
  /** The same for files of any size, piece by piece; absent where nothing that large is sent. `withFile` closes it. */
  readonly file?: (media: Media) => Promise<MediaFile>;
}

export interface SessionAccount {
  readonly id: string;
  /** The account's id on the platform. */
  readonly platformId: string;
  readonly username: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** ISO 8601; absent when the token does not expire. */
  readonly expiresAt?: string;
  /** What they are worth nothing without, such as a key that calls are signed with, and where they are renewed. */
  readonly bound?: Readonly<Record<string, string>>;
}

export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * HTTP as connectors use it. Throws PlatformError `unavailable` when the call provably did not reach the platform and
 * `unknown` when it may have; any HTTP status is an answer, and translating it is the connector's work.
 */
export interface PlatformHttp {
  send(request: PlatformRequest): Promise<PlatformAnswer>;
}

export interface PlatformRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?:
    | { readonly json: unknown }
    | { readonly form: Readonly<Record<string, string | readonly string[] | undefined>> }
    | { readonly multipart: readonly MultipartPart[] }
    /** A file as it is, for platforms that take nothing around it. */
    | { readonly bytes: Uint8Array | FileBody; readonly type: string };
}

/** A file that is read piece by piece while it is sent, from the start at every call. */
export type FileBody = Pick<MediaFile, 'size' | 'read'>;

export interface MultipartPart {
  readonly name: string;
  readonly value: string | Uint8Array | FileBody;
  readonly filename?: string;
  readonly type?: string;
}

export interface PlatformAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed JSON body, or undefined when it is not JSON. Big integers keep their digits: they come as strings. */
  readonly json: unknown;
}

/** A media item of a post, as the connector gets it. */
export interface Media {
  readonly type: 'image' | 'video' | 'audio' | 'file';
  /** Public address that the platform can fetch; empty for what lies there already. */
  readonly url: string;
  /** The platform's own id of something that the customer has there already: nothing is uploaded. */
  readonly attachmentId?: string;
  readonly altText?: string;
  /** The file in our own storage, unless the address is somebody else's. */
  readonly stored?: {
    readonly key: string;
    readonly bytes: number;
    readonly contentType: string;
    readonly filename: string;
  };
}

/** A file that need not fit into memory. */
export interface MediaFile {
  readonly size: number;
  readonly contentType: string;
  readonly filename: string;
  /** From `start` to before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface MediaBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly filename: string;
}
