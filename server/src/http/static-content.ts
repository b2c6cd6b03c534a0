import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from './request.ts';

/** Content that every client gets alike while the process runs. */
export interface StaticContent {
  readonly type: string;
  /** Called once, at the first request. */
  readonly read: () => string | Buffer | Promise<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxAgeSeconds?: number;
}

export type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Representation {
  readonly coding: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Shorter content fits in one packet anyway. */
const PACKED_BYTES_MIN = 1400;
const PACKABLE = /^(text\/|application\/json|image\/svg)/;
/** Better ones take many times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const CODINGS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

/** A handler that prepares the content at its first request, packs it outside of the event loop, and keeps it in memory. */
export function serveStatic({ type, read, headers = {}, maxAgeSeconds = 300 }: StaticContent): Serve {
  let preparing: Promise<readonly Representation[]> | undefined;
  return async (request, reply) => {
    preparing ??= prepare(type, read);
    const all = await preparing.catch((error: unknown) => {
      preparing = undefined;
      throw error;
    });
    const accepted = request.headers['accept-encoding'];
    const { coding, bytes, etag } = all.find((one) => accepts(accepted, one.coding)) as Representation;
    reply.headers({ ...headers, etag, 'cache-control': `public, max-age=${maxAgeSeconds}` });
    if (all.length > 1) reply.header('vary', 'accept-encoding');
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply.type(type).send(bytes);
  };
}

/** The representations of the content, the smallest coding first and the plain one last. */
async function prepare(type: string, read: StaticContent['read']): Promise<readonly Representation[]> {
  const bytes = Buffer.from(await read());
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const plain = { coding: 'identity', bytes, etag: `"${hash}"` };
  if (bytes.length < PACKED_BYTES_MIN || !PACKABLE.test(type)) return [plain];
  const packed = Object.entries(CODINGS).map(async ([coding, pack]) => ({
    coding,
    bytes: await pack(bytes),
    etag: `"${hash}-${coding}"`,
  }));
  return [...(await Promise.all(packed)), plain];
}

/** Whether the header allows the coding (RFC 9110, 12.5.3). Plain content is always allowed. */
function accepts(header: string | string[] | undefined, coding: string): boolean {
  if (coding === 'identity') return true;
  const offers = String(header ?? '')
    .toLowerCase()
    .split(',');
  const offer = offers.map((part) => part.split(';').map((word) => word.trim())).find(([name]) => name === coding);
  return offer !== undefined && !offer.some((word) => /^q=0(\.0*)?$/.test(word));
}
