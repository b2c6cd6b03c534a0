import { resolve } from 'node:path';
import { StorageError } from '@hubbub/file-storage';
import type { Config } from '../../config/config.ts';
import { parseBucketAddress } from '../../lib/bucket-address.ts';
import type { IntentLocation } from '../../suspensions/index.ts';
import { openBucket } from '../files/bucket.ts';
import { openIntentBucket } from './intent-bucket.ts';
import { openIntentFolder } from './intent-folder.ts';

/** Opens the location of the journal of intents: a folder or `s3://bucket/prefix`. @throws StorageError */
export async function openIntentLocation(
  word: string,
  config: Config,
  options: { readonly isRead: boolean },
): Promise<IntentLocation> {
  const address = parseBucketAddress(word);
  if (address !== undefined) return openIntentBucket(await openBucket(address, config), word);
  if (/^\w+:\/\//.test(word))
    throw new StorageError('forbidden', `${word} is no location for intents: name a folder or s3://bucket/prefix.`);
  return openIntentFolder(resolve(word), options);
}

/** Reads the location of the journal of intents, and closes it. */
export async function withIntentLocation<T>(
  word: string,
  config: Config,
  work: (location: IntentLocation) => Promise<T>,
): Promise<T> {
  const location = await openIntentLocation(word, config, { isRead: true });
  return work(location).finally(() => location.close());
}
