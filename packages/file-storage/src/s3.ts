import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { contentDisposition } from './content-disposition.ts';
import { asStorageErrors, quiet, removeOlder } from './files.ts';
import { metered } from './metered.ts';
import { connect, type S3Options } from './s3-client.ts';
import { upload } from './s3-upload.ts';
import { checkKey, checkPrefix, checkRange, isKey, type ListedFile, type Storage, StorageError } from './storage.ts';

/** Not a valid key, so no list shows it. */
const PROBE_KEY = '.write-check';

/** A bucket of an S3-compatible store. `folder` on this machine holds parts of uploads and must have no other use. */
export async function createS3Storage(options: S3Options, folder: string): Promise<Storage> {
  const connection = connect(options);
  const { client, translateErrors } = connection;
  const { bucket: Bucket } = options;
  const target = (key: string) => {
    checkKey(key);
    return { Bucket, Key: key };
  };

  async function stat(key: string) {
    try {
      const { ContentLength = 0, ContentType } = await translateErrors(client.send(new HeadObjectCommand(target(key))));
      return { bytes: ContentLength, ...(ContentType === undefined ? {} : { contentType: ContentType }) };
    } catch (error) {
      if (error instanceof StorageError && error.fault === 'missing') return undefined;
      throw error;
    }
  }

  async function* list(prefix: string, after: string | undefined): AsyncGenerator<ListedFile> {
    let ContinuationToken: string | undefined;
    do {
      const page = await translateErrors(
        client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, StartAfter: after, ContinuationToken })),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        if (isKey(Key)) yield { key: Key, bytes: Size, changedAt: LastModified ?? new Date() };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  return {
    kind: 's3',
    stat,
    close: () => client.destroy(),

    async put(key, source, options) {
      const { Key } = target(key);
      const { contentType, signal } = options;
      const pieces = metered(source, options);
      await upload(pieces, { connection, key: Key, contentType, signal, folder });
      return { bytes: pieces.bytes };
    },

    async read(key, range) {
      if (range !== undefined) checkRange(range);
      if (range === undefined || range.start < range.end) {
        const bytes = range === undefined ? undefined : `bytes=${range.start}-${range.end - 1}`;
        const found = await translateErrors(client.send(new GetObjectCommand({ ...target(key), Range: bytes }))).catch(
          (error) => {
            if (error instanceof StorageError && isBeyondEnd(error.cause)) return undefined;
            throw error;
          },
        );
        if (found !== undefined) return quiet(found.Body as Readable);
      } else if ((await stat(key)) === undefined) throw new StorageError('missing', `There is no file ${key}.`);
      return Readable.from([]);
    },

    async remove(key) {
      await translateErrors(client.send(new DeleteObjectCommand(target(key))));
    },

    list(prefix, after) {
      checkPrefix(prefix);
      return list(prefix, after);
    },

    async removeUnfinished(olderThanMs) {
      // A process that is killed right after an upload started can leave an empty file.
      let removed = await asStorageErrors(folder, removeOlder(folder, olderThanMs));
      let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
      while (true) {
        const page = await translateErrors(client.send(new ListMultipartUploadsCommand({ Bucket, ...from })));
        for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
          if (!isKey(Key) || Initiated === undefined || Date.now() - Initiated.getTime() < olderThanMs) continue;
          await translateErrors(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
          removed++;
        }
        if (page.IsTruncated !== true) return removed;
        from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      }
    },

    async check() {
      await translateErrors(client.send(new PutObjectCommand({ Bucket, Key: PROBE_KEY, Body: 'x' })));
      await translateErrors(client.send(new DeleteObjectCommand({ Bucket, Key: PROBE_KEY })));
    },

    async copy(from, to) {
      await translateErrors(
        client.send(new CopyObjectCommand({ ...target(to), CopySource: `${Bucket}/${target(from).Key}` })),
      );
    },

    async uploadUrl(key, { contentType, bytes, expiresSeconds }) {
      const command = new PutObjectCommand({ ...target(key), ContentType: contentType, ContentLength: bytes });
      return getSignedUrl(client, command, {
        expiresIn: expiresSeconds,
        // By default neither is signed, and the address would take any type and length.
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      });
    },

    async downloadUrl(key, { filename, contentType, expiresSeconds, disposition }) {
      const command = new GetObjectCommand({
        ...target(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition(disposition, filename),
      });
      return getSignedUrl(client, command, { expiresIn: expiresSeconds });
    },
  };
}

function isBeyondEnd(error: unknown): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 416;
}
