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
import { clearly, writeAll } from './files.ts';
import type { S3Connection } from './s3-client.ts';
import { StorageError } from './storage.ts';

/** What is longer goes up in parts of this length, which some stores want to be equal; S3 takes 10,000 of them. */
const PART_BYTES = 100 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
const ATTEMPTS_MAX = 3;
const RETRY_MS = 500;

export interface Upload {
  readonly connection: S3Connection;
  readonly key: string;
  readonly contentType: string;
  readonly signal: AbortSignal | undefined;
  /** A part lies here, under no name, until the store has it: memory stays flat, and a part can be sent again. */
  readonly folder: string;
}

/** A part that lies in the file. */
interface Part {
  readonly file: FileHandle;
  readonly bytes: number;
  /** As base64. */
  readonly md5: string;
  /** Not full, perhaps empty. */
  readonly isLast: boolean;
}

interface Multipart {
  readonly UploadId: string | undefined;
  readonly Parts: { readonly PartNumber: number; readonly ETag: string | undefined }[];
}

/** Sends all pieces, at once or in parts. The store shows nothing before it has all; of what fails nothing is left. */
export async function upload(pieces: AsyncIterable<Uint8Array>, to: Upload): Promise<void> {
  const file = await clearly(to.folder, openAside(to.folder));
  let multipart: Multipart | undefined;
  try {
    for await (const part of partsOf(pieces, file, to.folder)) {
      if (part.isLast && multipart === undefined) await sendWhole(part, to);
      else if (part.bytes > 0) {
        multipart ??= await begin(to);
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

async function openAside(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path, { force: true });
  return file;
}

/** Each part lies in the file until the next is asked for. */
async function* partsOf(pieces: AsyncIterable<Uint8Array>, file: FileHandle, folder: string): AsyncGenerator<Part> {
  let md5 = createHash('md5');
  let bytes = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; ) {
      const taken = piece.subarray(at, at + PART_BYTES - bytes);
      await clearly(folder, writeAll(file, [taken], bytes));
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
  const target = { ...targetOf(to), ContentType: to.contentType };
  await finishing(to, () =>
    sendAgain(to, part, (content) => client.send(new PutObjectCommand({ ...target, ...content }), aborted(to))),
  );
}

async function begin(to: Upload): Promise<Multipart> {
  const { client, ask } = to.connection;
  const command = new CreateMultipartUploadCommand({ ...targetOf(to), ContentType: to.contentType });
  const { UploadId } = await ask(client.send(command, aborted(to)), to.signal);
  return { UploadId, Parts: [] };
}

async function sendPart(part: Part, { UploadId, Parts }: Multipart, to: Upload): Promise<void> {
  const { client } = to.connection;
  const PartNumber = Parts.length + 1;
  const target = { ...targetOf(to), UploadId, PartNumber };
  const { ETag } = await sendAgain(to, part, (content) =>
    client.send(new UploadPartCommand({ ...target, ...content }), aborted(to)),
  );
  Parts.push({ PartNumber, ETag });
}

async function complete({ UploadId, Parts }: Multipart, to: Upload): Promise<void> {
  const { client, ask } = to.connection;
  const command = new CompleteMultipartUploadCommand({ ...targetOf(to), UploadId, MultipartUpload: { Parts } });
  await finishing(to, () => ask(client.send(command, aborted(to)), to.signal));
}

/** What cannot be aborted now, the sweep aborts. */
async function abort({ UploadId }: Multipart, to: Upload): Promise<void> {
  await to.connection.client.send(new AbortMultipartUploadCommand({ ...targetOf(to), UploadId })).catch(() => {});
}

/** The last step of an upload may have succeeded where its answer was lost. */
async function finishing(to: Upload, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof StorageError) || error.fault === 'unavailable')
      await to.connection.client.send(new DeleteObjectCommand(targetOf(to))).catch(() => {});
    throw error;
  }
}

/** The client itself does not repeat what it sends as a stream. */
async function sendAgain<T>(
  { connection, signal }: Upload,
  { file, bytes, md5 }: Part,
  send: (content: { Body: Readable; ContentLength: number; ContentMD5: string }) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const Body = Readable.from(contentOf(file, bytes), { objectMode: false });
    try {
      return await connection.ask(send({ Body, ContentLength: bytes, ContentMD5: md5 }), signal);
    } catch (error) {
      const isPassing = error instanceof StorageError && error.fault === 'unavailable';
      if (!isPassing || attempt === ATTEMPTS_MAX) throw error;
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

function targetOf({ connection, key }: Upload): { Bucket: string; Key: string } {
  return { Bucket: connection.options.bucket, Key: key };
}

function aborted({ signal }: Upload): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal };
}
