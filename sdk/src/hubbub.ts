import { type Resources, table } from './generated/resources.ts';
import { pagesOf } from './pages.ts';
import { type Connection, type Fields, request } from './request.ts';
import { streamEvents } from './stream.ts';
import type { CallOptions, MediaItem, Post } from './types.ts';
import { type UploadOptions, type UploadSource, upload } from './upload.ts';
import { type WaitOptions, waitFor } from './wait-for.ts';

export interface HubbubOptions {
  /** Starts with `hub_`. */
  readonly apiKey: string;
  /** The address of the service, without `/v1`. */
  readonly baseUrl: string;
  /** Milliseconds for one attempt of a call; default: 60,000. */
  readonly timeoutMs?: number;
  /** The most repetitions of a call; default: 5. */
  readonly retries?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The resources of the API. Each method is an operation; its fields stand in one object. */
export interface Hubbub extends Omit<Resources, 'media' | 'posts'> {
  readonly media: Resources['media'] & {
    /** Upload a file of any size, a blob or a stream */
    readonly upload: (source: UploadSource, options?: UploadOptions) => Promise<MediaItem>;
  };
  readonly posts: Resources['posts'] & {
    /** Wait until each target of a post has its outcome */
    readonly waitFor: (id: string, options?: WaitOptions) => Promise<Post>;
  };
}

type Callable = (input?: Fields, options?: CallOptions) => unknown;

class Client {
  constructor({ apiKey, baseUrl, timeoutMs = 60_000, retries = 5, fetch: given }: HubbubOptions) {
    if (!apiKey) throw new TypeError('apiKey is missing.');
    if (baseUrl === undefined) throw new TypeError('baseUrl is missing.');
    // Called as a method of another object, a browser's fetch rejects.
    const ownFetch: typeof fetch = given ?? ((url, init) => fetch(url, init));
    const address = new URL(baseUrl, (globalThis as { location?: { href: string } }).location?.href).href;
    const connection: Connection = {
      apiKey,
      baseUrl: address.replace(/(?<!\/)\/+$/, ''),
      timeoutMs,
      retries,
      fetch: ownFetch,
    };
    const resources: Record<string, Record<string, unknown>> = {};
    for (const [resource, routes] of Object.entries(table))
      resources[resource] = Object.fromEntries(
        Object.entries(routes).map(([method, route]) => [method, toMethod(connection, route)]),
      );
    const { events, media, posts } = table;
    Object.assign(this, {
      ...resources,
      events: {
        ...resources.events,
        stream: (input?: Fields, options?: CallOptions) => streamEvents(connection, events, input, options),
      },
      media: {
        ...resources.media,
        upload: (source: UploadSource, options?: UploadOptions) =>
          upload(connection, { address: media.getUploadUrl, verify: media.verify, get: media.get }, source, options),
      },
      posts: {
        ...resources.posts,
        waitFor: (id: string, options?: WaitOptions) => waitFor(connection, posts.get, id, options),
      },
    });
  }
}

function toMethod(connection: Connection, route: string): Callable {
  const call = (input?: Fields, options?: CallOptions) => request(connection, route, input, options);
  return route.startsWith('LIST ') ? (input, options) => pagesOf(call, input, options) : call;
}

/** A client of one service with one key. The table gives it the methods that the type describes. */
export const Hubbub = Client as unknown as new (options: HubbubOptions) => Hubbub;
