/** Everything a connector may use while an account is being connected. */
export interface AppSession {
  /** Credentials of the platform app that the account is connected with. */
  readonly app: AppCredentials;
  /** Base URL of each API host of the platform by the connector's own host key, without trailing slash. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The client ends every call before the lease of the work ends. */
  readonly http: PlatformHttp;
  readonly now: () => Date;
}

/** Everything a connector may use to act for one account during one piece of work. */
export interface Session extends AppSession {
  readonly account: SessionAccount;
  readonly tokens: Tokens;
  /** Bytes of a small media item, such as an image. Forbidden addresses throw `rejected`. */
  readonly media: (media: Media) => Promise<MediaBytes>;
  /** A file of any size, read piece by piece; absent where nothing that large is sent. `withFile` closes it. */
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
  /** Values that the tokens need, such as the key that signs calls and the address that renews them. */
  readonly bound?: Readonly<Record<string, string>>;
}

export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * HTTP as connectors use it. Throws PlatformError `unavailable` when the call provably did not reach the platform and
 * `unknown` when it may have. Any HTTP status is a response, which the connector translates.
 */
export interface PlatformHttp {
  send(request: PlatformRequest): Promise<PlatformResponse>;
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
    /** The bytes of a file as the whole body. */
    | { readonly bytes: Uint8Array | FileBody; readonly type: string };
}

/** A file that is read piece by piece while it is sent; every call reads from the start. */
export type FileBody = Pick<MediaFile, 'size' | 'read'>;

export interface MultipartPart {
  readonly name: string;
  readonly value: string | Uint8Array | FileBody;
  readonly filename?: string;
  readonly type?: string;
}

export interface PlatformResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /**
   * The parsed JSON body, or undefined when it is not JSON. Big integers come as strings, so that they keep their
   * digits.
   */
  readonly json: unknown;
}

/** A media item of a post, as the connector gets it. */
export interface Media {
  readonly type: 'image' | 'video' | 'audio' | 'file';
  /** Public address that the platform can fetch; empty for an item on the platform. */
  readonly url: string;
  /** The platform's id of an item that the customer has there already, so nothing is uploaded. */
  readonly attachmentId?: string;
  readonly altText?: string;
  /** The file in our own storage; absent for an address elsewhere. */
  readonly stored?: {
    readonly key: string;
    readonly bytes: number;
    readonly contentType: string;
    readonly filename: string;
  };
}

/** A file that may be larger than memory. */
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
