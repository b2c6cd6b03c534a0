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
import { clearly, removeOlder } from './files.ts';
import { measure } from './measure.ts';
import { connect, type S3Options } from './s3-client.ts';
import { upload } from './s3-upload.ts';
import { checkKey, checkPrefix, checkRange, isKey, type ListedFile, type Storage, StorageError } from './storage.ts';

/** No key, so no list shows it. */
const PROBE = '.hubbub-check';

/** A bucket of its own in any store that speaks S3. `folder` of this machine, which nothing else uses, takes the parts of uploads. */
export async function createS3Storage(options: S3Options, folder: string): Promise<Storage> {
  const connection = connect(options);
  const { client, ask } = connection;
  const { bucket: Bucket } = options;
  const target = (key: string) => {
    checkKey(key);
    return { Bucket, Key: key };
  };

  async function stat(key: string) {
    try {
      const { ContentLength = 0, ContentType } = await ask(client.send(new HeadObjectCommand(target(key))));
      return { bytes: ContentLength, ...(ContentType === undefined ? {} : { contentType: ContentType }) };
    } catch (error) {
      if (error instanceof StorageError && error.fault === 'missing') return undefined;
      throw error;
    }
  }

  async function* list(prefix: string): AsyncGenerator<ListedFile> {
    let ContinuationToken: string | undefined;
    do {
      const page = await ask(client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })));
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        if (isKey(Key)) yield { key: Key, bytes: Size, changedAt: LastModified ?? new Date() };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  return {
    kind: 's3',
    stat,
    close: () => client.destroy(),

    async put(key, source, { contentType, signal, ...rest }) {
      const { Key } = target(key);
      const { pieces, result } = measure(source, { contentType, ...rest, ...(signal === undefined ? {} : { signal }) });
      await upload(pieces, { connection, key: Key, contentType, signal, folder });
      return result();
    },

    async read(key, range) {
      if (range !== undefined) checkRange(range);
      if (range === undefined || range.start < range.end) {
        const bytes = range === undefined ? undefined : `bytes=${range.start}-${range.end - 1}`;
        const found = await ask(client.send(new GetObjectCommand({ ...target(key), Range: bytes }))).catch((error) => {
          if (error instanceof StorageError && isBeyondEnd(error.cause)) return undefined;
          throw error;
        });
        if (found !== undefined) return found.Body as Readable;
      } else if ((await stat(key)) === undefined) throw new StorageError('missing', `There is no file ${key}.`);
      return Readable.from([]);
    },

    async remove(key) {
      await ask(client.send(new DeleteObjectCommand(target(key))));
    },

    list(prefix) {
      checkPrefix(prefix);
      return list(prefix);
    },

    async sweep(olderThanMs) {
      // A killed process can leave the empty file of an upload that had just begun.
      let removed = await clearly(folder, removeOlder(folder, olderThanMs));
      let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
      while (true) {
        const page = await ask(client.send(new ListMultipartUploadsCommand({ Bucket, ...from })));
        for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
          if (!isKey(Key) || Initiated === undefined || Date.now() - Initiated.getTime() < olderThanMs) continue;
          await ask(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
          removed++;
        }
        if (page.IsTruncated !== true) return removed;
        from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      }
    },

    async check() {
      await ask(client.send(new PutObjectCommand({ Bucket, Key: PROBE, Body: 'x' })));
      await ask(client.send(new DeleteObjectCommand({ Bucket, Key: PROBE })));
    },

    async copy(from, to) {
      await ask(client.send(new CopyObjectCommand({ ...target(to), CopySource: `${Bucket}/${target(from).Key}` })));
    },

    async uploadUrl(key, { contentType, bytes, expiresSeconds }) {
      const command = new PutObjectCommand({ ...target(key), ContentType: contentType, ContentLength: bytes });
      return getSignedUrl(client, command, {
        expiresIn: expiresSeconds,
        // Left to itself it signs neither, and anything could be sent.
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
