import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import type { Upload } from '../core/upload.ts';
import { assertPermitted } from '../perform/permission.ts';
import { toApiError } from '../perform.ts';
import { errorBody } from './answer-error.ts';
import type { Identity } from './authenticate.ts';
import { handle, type MountOptions, refuse } from './mount.ts';

type UploadOptions = NonNullable<AnyOperation['upload']>;

/** What the form takes besides the file: boundaries, headers of the parts. */
const FORM_BYTES_MAX = 64 * 1024;
/** Of the form's parser. The size of the file is ours to watch: the parser would read on to the end of a larger one. */
const LIMITS = { fileSize: Number.POSITIVE_INFINITY, files: 2, fields: 1, fieldSize: 1024 };
/** Files that are being received or worked on at once. */
const AT_ONCE_MAX = 16;
const AT_ONCE_PER_TENANT_MAX = 2;
/** The rest of a request that is worth reading to keep the connection. */
const REST_BYTES_MAX = 1024 * 1024;
/** How long a connection stays open after an answer that came before the end of a longer request. */
const LINGER_MS = 2000;

/**
 * Makes a route of every operation that takes a file. The file is put aside on disk as it comes in, so that memory
 * stays flat and no transaction waits for the network.
 */
export async function addUploads(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  options: MountOptions & { readonly folder: string },
): Promise<void> {
  await mkdir(options.folder, { recursive: true });
  const slots = createSlots();
  await app.register(async (scope) => {
    await scope.register(multipart);
    const identities = new WeakMap<FastifyRequest, Identity>();
    for (const operation of operations) {
      const { upload } = operation;
      if (upload === undefined) continue;
      scope.route({
        method: operation.http.method.toUpperCase(),
        url: operation.http.path,
        onRequest: async (request, reply) => {
          try {
            const identity = await options.authenticate(request.headers.authorization);
            assertPermitted(identity.caller, operation.scope);
            assertForm(request, upload);
            identities.set(request, identity);
          } catch (error) {
            return refuseEarly(error, request, reply, options);
          }
        },
        handler: async (request, reply) => {
          const identity = identities.get(request) as Identity;
          let file: AsideFile | undefined;
          let leave: (() => void) | undefined;
          try {
            leave = slots.enter(identity.tenant.id);
            file = await receive(request, upload, options.folder);
            request.body = { [upload.field]: file.upload };
          } catch (error) {
            leave?.();
            return refuseEarly(toFormError(error, upload), request, reply, options);
          }
          try {
            return await handle(operation, identity, request, reply, options);
          } finally {
            leave();
            await file.close();
          }
        },
      });
    }
  });
}

function assertForm(request: FastifyRequest, { field, bytesMax }: UploadOptions): void {
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(request.headers['content-type'] ?? ''))
    throw new ApiError('unsupported_media_type', `Send a form (multipart/form-data) with the file in ${field}.`, {
      field: 'Content-Type',
    });
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + FORM_BYTES_MAX) throw tooLarge(field, bytesMax);
}

function tooLarge(field: string, bytesMax: number): ApiError {
  const max = `${Math.floor(bytesMax / 1024 / 1024)} MiB`;
  return new ApiError('payload_too_large', `The file is larger than ${max}.`, { field, max: bytesMax });
}

/** A file on disk that has no name any more: it is gone when it is closed, also when the process dies. */
interface AsideFile {
  readonly upload: Upload;
  readonly close: () => Promise<void>;
}

/** Reads the form, which holds the file and nothing else. */
async function receive(request: FastifyRequest, upload: UploadOptions, folder: string): Promise<AsideFile> {
  const { field } = upload;
  let file: AsideFile | undefined;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.fieldname !== field) throw unknownPart(part.fieldname, field);
      if (part.type !== 'file')
        throw invalid(field, `${field} holds text instead of a file (with curl: -F ${field}=@posts.csv).`);
      if (file !== undefined) throw invalid(field, `${field} was sent more than once.`);
      file = await putAside(part.file, upload, folder);
    }
    if (file !== undefined) return file;
  } catch (error) {
    await file?.close();
    throw error;
  }
  throw new ApiError(
    'missing_metadata',
    `The form holds no file in the field ${field}.`,
    { field },
    'validation.field_required',
  );
}

function unknownPart(name: string, field: string): ApiError {
  const shown = name.slice(0, 200).toWellFormed();
  return invalid(shown, `There is no form field ${JSON.stringify(shown)}. Send the file in ${field}.`);
}

async function putAside(
  content: AsyncIterable<Uint8Array>,
  { field, bytesMax }: UploadOptions,
  folder: string,
): Promise<AsideFile> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of content) {
      bytes += piece.byteLength;
      if (bytes > bytesMax) throw tooLarge(field, bytesMax);
      hash.update(piece);
      await file.appendFile(piece);
    }
    return { upload: toUpload(file, bytes, hash.digest('hex')), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function toUpload(file: FileHandle, bytes: number, sha256: string): Upload {
  return {
    bytes,
    sha256,
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    toJSON: () => ({ bytes, sha256 }),
  };
}

/** A bound on the files on disk and on those that wait for the database. */
function createSlots() {
  const byTenant = new Map<string, number>();
  let all = 0;
  return {
    enter(tenantId: string): () => void {
      const own = byTenant.get(tenantId) ?? 0;
      if (all >= AT_ONCE_MAX || own >= AT_ONCE_PER_TENANT_MAX)
        throw new ApiError('unavailable', 'Too many files are being worked on right now. Try again in a moment.', {
          retry_after: 5,
        });
      all += 1;
      byTenant.set(tenantId, own + 1);
      return () => {
        all -= 1;
        const left = (byTenant.get(tenantId) ?? 1) - 1;
        if (left === 0) byTenant.delete(tenantId);
        else byTenant.set(tenantId, left);
      };
    },
  };
}

/** Faults of the form itself, found by its parser. */
function toFormError(error: unknown, { field }: UploadOptions): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (error instanceof ApiError || code?.startsWith('E') === true) return error;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT')
    return invalid(field, `The form holds more than the file in ${field}.`);
  return invalid('body', `The form could not be read: ${message}.`.replace(/\.\.$/, '.'), 'validation.body_invalid');
}

function isShort({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete || raw.destroyed) return true;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= REST_BYTES_MAX;
}

/**
 * Refuses a request without reading a long one to its end. The answer goes out at once; the connection stays open a
 * moment longer, unread, because closing it while the other side still sends would take the answer away from it.
 */
function refuseEarly(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): FastifyReply | undefined {
  if (isShort(request)) return refuse(error, request, reply, options);
  const { raw } = request;
  const known = toApiError(error);
  if (known.status >= 500 && known.code !== 'unavailable') options.onFault(request, error);
  raw.unpipe();
  raw.pause();
  reply.hijack();
  const text = JSON.stringify(errorBody(known, request.id));
  const retryAfter = known.meta?.retry_after;
  reply.raw.writeHead(known.status, {
    'x-request-id': request.id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
    ...(typeof retryAfter === 'number' ? { 'retry-after': String(Math.ceil(retryAfter)) } : {}),
    ...(known.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  // `end` would make Node read the rest of the request, however long it is.
  reply.raw.write(text);
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
  raw.socket.once('close', () => clearTimeout(timer));
  return undefined;
}
