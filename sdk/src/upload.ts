import { errorOf, HubbubError } from './errors.ts';
import { type Connection, networkError, request } from './request.ts';
import { withRetries } from './retry.ts';
import type { CallOptions, MediaItem, Output } from './types.ts';

/** A file, or its bytes in pieces as they come. */
export type UploadSource = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface UploadOptions extends Pick<CallOptions, 'signal'> {
  /** Default: the name of a `File`, else `file`. */
  readonly filename?: string;
  /** Such as `video/mp4`. Default: the type of the blob, else `application/octet-stream`. */
  readonly contentType?: string;
  /** Bytes of a stream, when they are known. A service that keeps its files on S3 needs them. */
  readonly sizeBytes?: number;
  readonly folder?: string;
  /** A description of the picture or video, for people who cannot see it. */
  readonly altText?: string;
  /** Is told the bytes that were sent, and all bytes when they are known. */
  readonly onProgress?: (progress: { readonly sent: number; readonly total: number | undefined }) => void;
}

interface Routes {
  readonly address: string;
  readonly verify: string;
  readonly get: string;
}

/**
 * Uploads a file of any size to an address of its own and verifies it; the item is ready then. Memory stays flat, but for
 * streams in a browser: browsers send those as a blob. Blobs and bytes are sent again when a connection breaks; a stream
 * can be read once.
 * @throws {HubbubError} when the service rejects the file, such as `storage_quota_exceeded`
 */
export async function upload(
  connection: Connection,
  routes: Routes,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<MediaItem> {
  const { signal, onProgress, folder, altText } = options;
  const call = signal === undefined ? {} : { signal };
  // A copy: TypeScript's Uint8Array may lie in shared memory, which no blob takes.
  const given = source instanceof Uint8Array ? new Blob([new Uint8Array(source)]) : source;
  const file = given instanceof Blob || !isBrowser() ? given : await new Response(toStream(given)).blob();
  const total = file instanceof Blob ? file.size : options.sizeBytes;
  const contentType = options.contentType ?? ((file as Partial<Blob>).type || 'application/octet-stream');
  const requested = {
    media_type: contentType,
    filename: options.filename ?? (file as Partial<File>).name ?? 'file',
    ...(total ? { size_bytes: total } : {}),
    ...(folder === undefined ? {} : { folder }),
    ...(altText === undefined ? {} : { alt_text: altText }),
  };
  const mediaId = await withRetries(
    async () => {
      // An address takes one file, so each attempt has its own. One that is not used ends by itself.
      const address = (await request(connection, routes.address, requested, call)) as Output<'get_upload_url'>;
      const tell = (sent: number) => onProgress?.({ sent, total });
      await put(
        connection,
        new URL(address.upload_url, connection.baseUrl).href,
        { file, contentType, total, tell },
        signal,
      );
      return address.media_id;
    },
    file instanceof Blob ? connection.retries : 0,
    signal,
  );
  await request(connection, routes.verify, { id: mediaId }, call);
  return (await request(connection, routes.get, { id: mediaId }, call)) as MediaItem;
}

interface Sending {
  readonly file: Exclude<UploadSource, Uint8Array>;
  readonly contentType: string;
  readonly total: number | undefined;
  readonly tell: (sent: number) => void;
}

async function put(connection: Connection, url: string, sending: Sending, signal: AbortSignal | undefined) {
  const { file, contentType, total, tell } = sending;
  const response =
    isBrowser() && file instanceof Blob
      ? await putInBrowser(url, file, contentType, tell, signal)
      : await connection
          .fetch(url, {
            method: 'PUT',
            headers: {
              'content-type': contentType,
              ...(total === undefined ? {} : { 'content-length': String(total) }),
            },
            body: counted(toStream(file), tell),
            // Node sends a stream only when it need not read the response meanwhile.
            duplex: 'half',
            ...(signal && { signal }),
          } as RequestInit)
          .catch((cause: unknown) => {
            signal?.throwIfAborted();
            throw networkError(cause);
          });
  if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined));
}

function toStream(file: Exclude<UploadSource, Uint8Array>): ReadableStream<Uint8Array> {
  if (file instanceof Blob) return file.stream() as ReadableStream<Uint8Array>;
  if (file instanceof ReadableStream) return file;
  const pieces = file[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return?.()),
  });
}

function counted(stream: ReadableStream<Uint8Array>, tell: (sent: number) => void): ReadableStream<Uint8Array> {
  let sent = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(piece);
        sent += piece.byteLength;
        tell(sent);
      },
    }),
  );
}

/** The part of XMLHttpRequest that is used here, because Node's types have none. */
interface BrowserRequest {
  status: number;
  responseText: string;
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
}

const browser = globalThis as { XMLHttpRequest?: new () => BrowserRequest };

function isBrowser(): boolean {
  return browser.XMLHttpRequest !== undefined;
}

/** Browsers tell the progress of an upload to XMLHttpRequest only. */
function putInBrowser(
  url: string,
  file: Blob,
  contentType: string,
  tell: (sent: number) => void,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new (browser.XMLHttpRequest as new () => BrowserRequest)();
    const abort = () => call.abort();
    call.upload.onprogress = ({ loaded }) => tell(loaded);
    call.onload = () => resolve(new Response(call.status === 204 ? null : call.responseText, { status: call.status }));
    call.onerror = () => reject(networkError(undefined));
    call.onabort = () => reject(signal?.reason ?? new HubbubError('The upload was ended.', { code: 'network_error' }));
    call.open('PUT', url);
    call.setRequestHeader('content-type', contentType);
    signal?.addEventListener('abort', abort, { once: true });
    call.send(file);
  });
}
