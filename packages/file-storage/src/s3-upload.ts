import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { asStorageErrors, writeAll } from './files.ts';
import type { S3Connection } from './s3-client.ts';
import { StorageError } from './storage.ts';

/** Longer files are sent in parts of this length. Some stores require equal parts, and S3 takes at most 10,000. */
const PART_BYTES = 100 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
const ATTEMPTS_MAX = 3;
const RETRY_MS = 500;

export interface Upload {
  readonly connection: S3Connection;
  readonly key: string;
  readonly contentType: string;
  readonly signal: AbortSignal | undefined;
  /** Holds a part as a nameless file until the store has it. So memory stays flat and a part can be sent again. */
  readonly folder: string;
}

/** A part of the upload, stored in the file. */
interface Part {
  readonly file: FileHandle;
  readonly bytes: number;
  /** In base64. */
  readonly md5: string;
  /** The last part may be short or empty. */
  readonly isLast: boolean;
}

interface Multipart {
  readonly UploadId: string | undefined;
  readonly Parts: { readonly PartNumber: number; readonly ETag: string | undefined }[];
}

/** Sends all pieces, in one request or in parts. The key shows the file only when all has arrived. Failures leave nothing. */
export async function upload(pieces: AsyncIterable<Uint8Array>, to: Upload): Promise<void> {
  const file = await asStorageErrors(to.folder, openSpooled(to.folder));
  let multipart: Multipart | undefined;
  try {
    for await (const part of partsOf(pieces, file, to.folder)) {
      if (part.isLast && multipart === undefined) await sendWhole(part, to);
      else if (part.bytes > 0) {
        multipart ??= await startMultipart(to);
        await sendPart(part, multipart, to);
      }
    }
    if (multipart !== undefined) await complete(multipart, to);
  } catch (error) {
    if (multipart !== undefined) await abort(multipart, to);
    throw error;
  } finally {
    await file.close();
  }
}

async function openSpooled(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path, { force: true });
  return file;
}

/** Writes the pieces to the file, part by part. The next part overwrites the one before. */
async function* partsOf(pieces: AsyncIterable<Uint8Array>, file: FileHandle, folder: string): AsyncGenerator<Part> {
  let md5 = createHash('md5');
  let bytes = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; ) {
      const taken = piece.subarray(at, at + PART_BYTES - bytes);
      await asStorageErrors(folder, writeAll(file, taken, bytes));
      md5.update(taken);
      bytes += taken.byteLength;
      at += taken.byteLength;
      if (bytes < PART_BYTES) continue;
      yield { file, bytes, md5: md5.digest('base64'), isLast: false };
      md5 = createHash('md5');
      bytes = 0;
    }
  }
  yield { file, bytes, md5: md5.digest('base64'), isLast: true };
}

async function sendWhole(part: Part, to: Upload): Promise<void> {
  const { client } = to.connection;
  const target = { ...objectOf(to), ContentType: to.contentType };
  await removingOnFailure(to, () =>
    sendAgain(to, part, (content) => client.send(new PutObjectCommand({ ...target, ...content }), abortSignalOf(to))),
  );
}

async function startMultipart(to: Upload): Promise<Multipart> {
  const { client, translateErrors } = to.connection;
  const command = new CreateMultipartUploadCommand({ ...objectOf(to), ContentType: to.contentType });
  const { UploadId } = await translateErrors(client.send(command, abortSignalOf(to)), to.signal);
  return { UploadId, Parts: [] };
}

async function sendPart(part: Part, { UploadId, Parts }: Multipart, to: Upload): Promise<void> {
  const { client } = to.connection;
  const PartNumber = Parts.length + 1;
  const target = { ...objectOf(to), UploadId, PartNumber };
  const { ETag } = await sendAgain(to, part, (content) =>
    client.send(new UploadPartCommand({ ...target, ...content }), abortSignalOf(to)),
  );
  Parts.push({ PartNumber, ETag });
}

async function complete({ UploadId, Parts }: Multipart, to: Upload): Promise<void> {
  const { client, translateErrors } = to.connection;
  const command = new CompleteMultipartUploadCommand({ ...objectOf(to), UploadId, MultipartUpload: { Parts } });
  await removingOnFailure(to, () => translateErrors(client.send(command, abortSignalOf(to)), to.signal));
}

/** `removeUnfinished` aborts uploads that fail to abort here. */
async function abort({ UploadId }: Multipart, to: Upload): Promise<void> {
  await to.connection.client.send(new AbortMultipartUploadCommand({ ...objectOf(to), UploadId })).catch(() => {});
}

/** Removes the file when the last step of its upload fails, because the step may have succeeded without a response. */
async function removingOnFailure(to: Upload, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof StorageError) || error.fault === 'unavailable')
      await to.connection.client.send(new DeleteObjectCommand(objectOf(to))).catch(() => {});
    throw error;
  }
}

/** Sends a part up to three times. The client itself does not repeat streams. */
async function sendAgain<T>(
  { connection, signal }: Upload,
  { file, bytes, md5 }: Part,
  send: (content: { Body: Readable; ContentLength: number; ContentMD5: string }) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const Body = Readable.from(contentOf(file, bytes), { objectMode: false });
    try {
      return await connection.translateErrors(send({ Body, ContentLength: bytes, ContentMD5: md5 }), signal);
    } catch (error) {
      const mayPass = error instanceof StorageError && error.fault === 'unavailable';
      if (!mayPass || attempt === ATTEMPTS_MAX) throw error;
      await wait(RETRY_MS * attempt, undefined, signal === undefined ? {} : { signal });
    } finally {
      Body.destroy();
    }
  }
}

async function* contentOf(file: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(READ_BYTES, bytes - at)), { position: at });
    if (bytesRead === 0) throw new StorageError('unavailable', 'A part of an upload is gone from the disk.');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function objectOf({ connection, key }: Upload): { Bucket: string; Key: string } {
  return { Bucket: connection.options.bucket, Key: key };
}

function abortSignalOf({ signal }: Upload): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}
