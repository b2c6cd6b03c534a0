import multipart from '@fastify/multipart';
import { cleanFilename } from '@hubbub/media-info';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalid, missing } from '../core/errors.ts';
import type { Upload } from '../core/files.ts';
import type { AnyOperation } from '../core/operation.ts';
import { assertPermitted } from '../execute/permission.ts';
import { type SpooledFile, spoolToDisk } from '../lib/spool-to-disk.ts';
import { type Admitted, admit } from './admit.ts';
import { FORM } from './limits/bounds.ts';
import { createCounts } from './limits/counts.ts';
import { handle, type MountOptions, reject } from './mount.ts';

type UploadOptions = NonNullable<AnyOperation['upload']>;

/** Limits of the form parser. We limit the file ourselves, because the parser would read a larger one to its end. */
const LIMITS = { fileSize: Number.POSITIVE_INFINITY, files: 2, fields: 1, fieldSize: 1024 };

/**
 * Adds a route for every operation that takes a file. The file is spooled to disk as it arrives, so memory stays flat and
 * no transaction waits for the network.
 */
export async function addUploads(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  options: MountOptions & { readonly folder: string },
): Promise<void> {
  const slots = createSlots();
  await app.register(async (scope) => {
    await scope.register(multipart);
    for (const operation of operations) {
      if (operation.upload !== undefined) addUpload(scope, operation, operation.upload, slots, options);
    }
  });
}

function addUpload(
  scope: FastifyInstance,
  operation: AnyOperation,
  upload: UploadOptions,
  slots: Slots,
  options: MountOptions & { readonly folder: string },
): void {
  const letIn = new WeakMap<FastifyRequest, Admitted>();
  scope.route({
    method: operation.http.method.toUpperCase(),
    url: operation.http.path,
    config: { bodySeconds: FORM.secondsMax, operation: operation.name },
    // Requests are rejected as far as possible before the body is read.
    onRequest: async (request, reply) => {
      try {
        const admitted = await admit(options, operation, request, reply);
        assertPermitted(admitted.actor, operation.scope);
        assertForm(request, upload);
        letIn.set(request, admitted);
      } catch (error) {
        return reject(error, request, reply, options);
      }
    },
    handler: async (request, reply) => {
      const admitted = letIn.get(request) as Admitted;
      let file: ReceivedFile | undefined;
      let release: (() => void) | undefined;
      try {
        release = slots.enter(admitted.tenant.id, upload.atOnceMax);
        file = await receive(request, upload, options.folder);
        request.body = { [upload.field]: toUpload(file) };
      } catch (error) {
        release?.();
        return reject(toFormError(error, upload), request, reply, options);
      }
      try {
        return await handle(operation, admitted, request, reply, options);
      } finally {
        release();
        await file.close();
      }
    },
  });
}

function assertForm(request: FastifyRequest, upload: UploadOptions): void {
  const { field, bytesMax } = upload;
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(request.headers['content-type'] ?? ''))
    throw new ApiError('unsupported_media_type', `Send a form (multipart/form-data) with the file in ${field}.`, {
      field: 'Content-Type',
    });
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + FORM.bytesMax) throw tooLarge(upload);
}

function tooLarge({ field, bytesMax, tooLarge: code }: UploadOptions): ApiError {
  const max = `${Math.floor(bytesMax / 1024 / 1024)} MiB`;
  return new ApiError(code ?? 'payload_too_large', `The file is larger than ${max}.`, { field, max: bytesMax });
}

/** Reads the form, which must contain the file and nothing else. */
async function receive(request: FastifyRequest, upload: UploadOptions, folder: string): Promise<ReceivedFile> {
  const { field, bytesMax } = upload;
  let file: ReceivedFile | undefined;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.fieldname !== field) throw unknownPart(part.fieldname, field);
      if (part.type !== 'file')
        throw invalid(field, `${field} holds text instead of a file (with curl: -F ${field}=@NAME).`);
      if (file !== undefined) throw invalid(field, `${field} was sent more than once.`);
      const aside = await spoolToDisk(part.file, { folder, bytesMax, tooLarge: () => tooLarge(upload) });
      file = { ...aside, filename: cleanFilename(part.filename ?? ''), contentType: part.mimetype };
    }
    if (file !== undefined) return file;
  } catch (error) {
    await file?.close();
    throw error;
  }
  throw missing(field, `The form holds no file in the field ${field}.`);
}

/** The parser also returns parts without a name. */
function unknownPart(name: string | undefined, field: string): ApiError {
  if (name === undefined) return invalid('body', `A part of the form has no name. Send the file in ${field}.`);
  const shown = name.slice(0, 200).toWellFormed();
  return invalid(shown, `There is no form field ${JSON.stringify(shown)}. Send the file in ${field}.`);
}

interface ReceivedFile extends SpooledFile {
  readonly filename: string;
  readonly contentType: string | undefined;
}

function toUpload({ filename, contentType, bytes, sha256, read }: ReceivedFile): Upload {
  return { filename, contentType, bytes, sha256, read, toJSON: () => ({ bytes, sha256 }) };
}

/** Translates the parser's errors about the form. */
function toFormError(error: unknown, { field }: UploadOptions): unknown {
  const { code, message } = error as { code?: string; message?: string };
  // Errors of the operating system are ours.
  if (error instanceof ApiError || code?.startsWith('E') === true) return error;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT')
    return invalid(field, `The form holds more than the file in ${field}.`);
  return invalid('body', `The form could not be read: ${message}.`.replace(/\.\.$/, '.'), 'validation.body_invalid');
}

type Slots = ReturnType<typeof createSlots>;

/** Limits the files that are on disk or wait for the database. */
function createSlots() {
  const counts = createCounts();
  return {
    /** Takes a slot and returns its release. @throws 503 when none is free. */
    enter(tenantId: string, ownMax: number = FORM.perTenantMax): () => void {
      const bounds = [
        { name: 'all tenants', max: FORM.atOnceMax },
        { name: tenantId, max: ownMax },
      ];
      const full = counts.exceeded(bounds);
      if (full !== undefined)
        throw new ApiError('unavailable', 'Too many files are being worked on right now. Try again in a moment.', {
          max: full.max,
          resource: 'file',
          retry_after: 5,
        });
      return counts.add(bounds);
    },
  };
}
