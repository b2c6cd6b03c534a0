import { pipeline } from 'node:stream/promises';
import { contentDisposition, isKey, StorageError } from '@hubbub/file-storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, conflict, gone, notFound } from '../core/errors.ts';
import { type Files, keyOf } from '../core/files.ts';
import { assertTakesWrites, type Tenant } from '../core/tenant.ts';
import type { Database, TenantDatabase } from '../db/database.ts';
import { assertNotPastDue } from '../features/billing/index.ts';
import { downloadOf } from '../features/exports/index.ts';
import { media, reserveStorage, typeOfRendition } from '../features/media/index.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { bareMediaType } from '../lib/media-type.ts';
import type { LinkSigner } from '../secrets/link-signer.ts';
import { takeTurn } from './admit.ts';
import { byteRange } from './byte-range.ts';
import { FILE } from './limits/bounds.ts';
import { type MountOptions, reject } from './mount.ts';
import { matchesTag } from './request.ts';

export interface MediaFileTools extends MountOptions {
  readonly db: Database;
  readonly files: Files;
  readonly signer: LinkSigner;
}

/** How often a running upload renews its lock. */
const RENEW_MS = 30_000;

type Request = FastifyRequest<{
  Params: { tenantId: string; id: string };
  Querystring: { expires?: string; signature?: string; rendition?: string };
}>;

/** Signed addresses that accept and serve files without an API key. */
export async function addMediaFiles(app: FastifyInstance, tools: MediaFileTools): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads the stream itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const config = { bodySeconds: FILE.uploadSecondsMax };
    scope.put('/media/uploads/:tenantId/:id', { config }, async (request, reply) => {
      try {
        await receiveUpload(tools, request as Request, reply);
        return await reply.status(200).send({ media_id: (request as Request).params.id });
      } catch (error) {
        return reject(error, request, reply, tools);
      }
    });
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/media/files/:tenantId/:id/:filename',
      handler: (request, reply) => serveFile(tools, request as Request, reply),
    });
  });
}

function assertAddress(tools: MediaFileTools, word: 'uploads' | 'files', { params, query }: Request): void {
  const { expires = '', signature = '', rendition = '' } = query;
  const signed = [word, params.tenantId, params.id, String(rendition)];
  const fault = tools.signer.faultOf(signed, String(expires), String(signature));
  if (fault === 'forged')
    throw new ApiError('invalid_token', 'This address is not one that Hubbub made.', { field: 'signature' });
  if (fault === 'expired')
    throw new ApiError('invalid_token', 'This address has expired. Ask for a new one.', { field: 'expires' });
  // The storage throws for a key that it cannot have.
  if (!isKey(keyOf({ ...params, ...(rendition === '' ? {} : { rendition: String(rendition) }) })))
    throw notFound('media_item', params.id);
}

/** All requests for files of a tenant share turns as those of one key do. */
async function databaseOf(tools: MediaFileTools, request: Request, reply: FastifyReply): Promise<TenantDatabase> {
  const { tenantId } = request.params;
  const owner = { tenantId, actorId: 'files', mayStay: true };
  return (await takeTurn(tools, owner, request, reply)).tenantDatabase(tenantId);
}

async function receiveUpload(tools: MediaFileTools, request: Request, reply: FastifyReply): Promise<void> {
  assertAddress(tools, 'uploads', request);
  const { tenantId, id } = request.params;
  const db = await databaseOf(tools, request, reply);
  const tenant = await workspaces.tenantById(tools.db.system, tenantId);
  assertTakesWrites(tenant);
  assertNotPastDue(tenant);
  const row = await media.byId(db, tenantId, id);
  if (row === undefined) throw notFound('media_item', id);
  if (row.status !== 'pending')
    throw conflict(`This item is ${row.status} already. Ask for a new upload address.`, { id });
  const contentType = bareMediaType(request.headers['content-type'] ?? '');
  if (contentType !== row.content_type) {
    const message = `Send the file with the Content-Type ${row.content_type} that was declared.`;
    throw new ApiError('unsupported_media_type', message, { field: 'Content-Type' });
  }
  if (!(await media.lockUpload(db, tenantId, id, true)))
    throw conflict('Another file is being sent to this address right now.', { id });
  try {
    await storeBody(tools, { db, tenant }, request, row.content_type);
  } catch (error) {
    await media.unlockUpload(db, tenantId, id).catch(() => {});
    // A disconnected client is not our error.
    if (request.raw.destroyed && !request.raw.complete)
      throw new ApiError('invalid_request', 'The file broke off.', { field: 'body' });
    throw error;
  }
  if (await media.unlockUpload(db, tenantId, id)) return;
  await tools.files.storage.remove(keyOf({ tenantId, id }));
  throw gone('This upload has ended. Ask for a new upload address.', { id });
}

/** Streams the body to the storage while it is reserved and the upload lock is held. */
async function storeBody(
  tools: MediaFileTools,
  { db, tenant }: { readonly db: TenantDatabase; readonly tenant: Tenant },
  request: Request,
  contentType: string,
): Promise<void> {
  const { tenantId, id } = request.params;
  const length = request.headers['content-length'];
  const knownBytes = length === undefined ? undefined : Number(length);
  const reservation = reserveStorage({ db, tenant }, id, knownBytes, await media.reservedBytes(db, tenantId, id));
  await reservation.start();
  request.raw.setTimeout(FILE.idleMsMax, () => request.raw.destroy());
  let renewMs = performance.now() + RENEW_MS;
  const renew = async () => {
    renewMs = performance.now() + RENEW_MS;
    if (!(await media.lockUpload(db, tenantId, id, false)))
      throw gone('This upload has ended. Ask for a new upload address.', { id });
  };
  const onBytes = (total: number) => {
    const reserving = reservation.onBytes(total);
    if (performance.now() < renewMs) return reserving;
    return reserving instanceof Promise ? reserving.then(renew) : renew();
  };
  await tools.files.storage.put(keyOf({ tenantId, id }), request.raw, { contentType, onBytes });
}

async function serveFile(tools: MediaFileTools, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  assertAddress(tools, 'files', request);
  const { tenantId, id } = request.params;
  const { rendition } = request.query;
  const db = await databaseOf(tools, request, reply);
  // Files stay until the purge; their links end with the workspace. A blocked one still publishes, so platforms load from it.
  await workspaces.tenantById(tools.db.system, tenantId);
  const { filename, contentType } = await describe(db, tenantId, id, rendition);
  const key = keyOf({ tenantId, id, ...(rendition === undefined ? {} : { rendition }) });
  const stored = await tools.files.storage.stat(key);
  if (stored === undefined) throw notFound('media_item', id);
  const size = stored.bytes;
  const etag = `"${key.slice(tenantId.length + 1)}"`;
  reply.headers({
    'content-type': contentType,
    'content-disposition': contentDisposition('attachment', filename),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, max-age=3600, immutable',
    'accept-ranges': 'bytes',
    etag,
  });
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  // Ranges apply to GET alone, and only to the version that the client already has a part of.
  const { range: requestedRange, 'if-range': expectedTag = etag } = request.headers;
  const range = request.method === 'GET' && expectedTag === etag ? byteRange(requestedRange, size) : undefined;
  if (range === 'outside') {
    reply.header('content-range', `bytes */${size}`);
    return reply.status(416).send();
  }
  const { start, end } = range ?? { start: 0, end: size };
  reply.header('content-length', end - start);
  if (range !== undefined) reply.status(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
  if (request.method === 'HEAD') return reply.send();
  const stream = await tools.files.storage.read(key, { start, end }).catch((error: unknown) => {
    // The file was deleted in between.
    if (error instanceof StorageError && error.fault === 'missing') throw notFound('media_item', id);
    throw error;
  });
  reply.hijack();
  reply.raw.setTimeout(FILE.idleMsMax);
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  // A client that disconnects is no error.
  await pipeline(stream, reply.raw).catch(() => {});
  return reply;
}

/** The name and type of a stored item, of one of its renditions or of a file of an export. */
async function describe(
  tenant: TenantDatabase,
  tenantId: string,
  id: string,
  rendition: string | undefined,
): Promise<{ readonly filename: string; readonly contentType: string }> {
  const file = await downloadOf(tenant, tenantId, id, rendition);
  if (file !== undefined) return file;
  const row = await media.byId(tenant, tenantId, id);
  if (row?.status !== 'ready') throw notFound('media_item', id);
  const type = rendition === undefined ? undefined : typeOfRendition(rendition);
  return { filename: row.filename, contentType: type ?? row.content_type };
}
