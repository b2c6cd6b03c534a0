import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

/** One part of a form with files. A known `sizeBytes` of a stream avoids a chunked upload. */
export type Part =
  | { name: string; value: string }
  | { name: string; file: Uint8Array | Readable; filename: string; type: string; sizeBytes?: number | undefined };

/** The body of a request. Undefined fields are omitted, and a list repeats its field. */
export type HttpBody =
  | { json: unknown }
  | { form: Record<string, string | readonly string[] | undefined> }
  | { multipart: readonly Part[] }
  | { bytes: Uint8Array | Readable | string; type: string; sizeBytes?: number | undefined };

export interface EncodedBody {
  content: Buffer | Readable;
  type: string;
  /** Undefined for streams of unknown length, which are sent in chunks. */
  sizeBytes: number | undefined;
  /** Every stream of the content. The request fails when one of them fails. */
  sources: Readable[];
}

/** @throws when the value has no JSON form or a stream is already consumed. */
export function encodeBody(body: HttpBody): EncodedBody {
  if ('json' in body) return encodeJson(body.json);
  if ('form' in body) return whole(searchParams(body.form).toString(), 'application/x-www-form-urlencoded');
  if ('multipart' in body) return encodeMultipart(body.multipart);
  if (!(body.bytes instanceof Readable)) return whole(body.bytes, body.type);
  watch(body.bytes);
  return { content: body.bytes, type: body.type, sizeBytes: body.sizeBytes, sources: [body.bytes] };
}

/** Destroys the streams of a body that will not be sent. */
export function discardBody(body: HttpBody | undefined): void {
  if (body === undefined || 'json' in body || 'form' in body) return;
  const contents = 'bytes' in body ? [body.bytes] : body.multipart.map((part) => ('file' in part ? part.file : ''));
  for (const content of contents) if (content instanceof Readable) content.destroy();
}

/** Name and value pairs for a query or a form. */
export function searchParams(fields: Record<string, FieldValue | readonly FieldValue[] | undefined>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item));
  }
  return params;
}

export type FieldValue = string | number | boolean;

function encodeJson(value: unknown): EncodedBody {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('the body has no JSON form');
  return whole(text, 'application/json');
}

function whole(bytes: Uint8Array | string, type: string): EncodedBody {
  const content = typeof bytes === 'string' ? Buffer.from(bytes) : asBuffer(bytes);
  return { content, type, sizeBytes: content.length, sources: [] };
}

function encodeMultipart(parts: readonly Part[]): EncodedBody {
  const boundary = `----form-${randomBytes(16).toString('hex')}`;
  const pieces: (Buffer | Readable)[] = [];
  let sizeBytes: number | undefined = 0;
  const add = (piece: Buffer | Readable, pieceBytes: number | undefined) => {
    pieces.push(piece);
    sizeBytes = sizeBytes === undefined || pieceBytes === undefined ? undefined : sizeBytes + pieceBytes;
  };
  const addText = (text: string) => add(Buffer.from(text), Buffer.byteLength(text));

  for (const part of parts) {
    addText(`--${boundary}\r\n${partHead(part)}\r\n\r\n`);
    if ('value' in part) addText(part.value);
    else if (part.file instanceof Readable) add(part.file, part.sizeBytes);
    else add(asBuffer(part.file), part.file.length);
    addText('\r\n');
  }
  addText(`--${boundary}--\r\n`);

  const type = `multipart/form-data; boundary=${boundary}`;
  const streams = pieces.filter((piece) => piece instanceof Readable);
  if (streams.length === 0) return whole(Buffer.concat(pieces as Buffer[]), type);
  for (const stream of streams) watch(stream);
  const content = Readable.from(joined(pieces), { objectMode: false });
  watch(content);
  return { content, type, sizeBytes, sources: [content, ...streams] };
}

function partHead(part: Part): string {
  const disposition = `content-disposition: form-data; name="${quoted(part.name)}"`;
  if ('value' in part) return disposition;
  if (/[\r\n\0]/.test(part.type)) throw new TypeError('the type of a file must be one line');
  return `${disposition}; filename="${quoted(part.filename)}"\r\ncontent-type: ${part.type}`;
}

/** Escapes as browsers do: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(text: string): string {
  return text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/\0/g, '%00').replace(/"/g, '%22');
}

async function* joined(pieces: readonly (Buffer | Readable)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (piece instanceof Readable) yield* piece;
    else yield piece;
  }
}

/** A stream that fails while the request waits for its connection must fail the request, not the process. */
function watch(stream: Readable): void {
  if (stream.destroyed || stream.readableEnded) throw new TypeError('the stream of the body is already consumed');
  stream.on('error', () => {});
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
