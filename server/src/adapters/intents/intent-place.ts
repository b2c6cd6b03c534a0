import { resolve } from 'node:path';
import { StorageError } from '@hubbub/file-storage';
import type { Config } from '../../config/config.ts';
import { parseBucketAddress } from '../../lib/bucket-address.ts';
import type { IntentPlace } from '../../suspensions/index.ts';
import { openBucket } from '../files/bucket.ts';
import { openIntentBucket } from './intent-bucket.ts';
import { openIntentFolder } from './intent-folder.ts';

/** Opens the place of the journal of intents: a folder or `s3://bucket/prefix`. @throws StorageError */
export async function openIntentPlace(
  word: string,
  config: Config,
  options: { readonly isRead: boolean },
): Promise<IntentPlace> {
  const address = parseBucketAddress(word);
  if (address !== undefined) return openIntentBucket(await openBucket(address, config), word);
  if (/^\w+:\/\//.test(word))
    throw new StorageError('forbidden', `${word} is no place for intents: name a folder or s3://bucket/prefix.`);
  return openIntentFolder(resolve(word), options);
}

/** Reads the place of the journal of intents, and closes it. */
export async function withIntentPlace<T>(
  word: string,
  config: Config,
  work: (place: IntentPlace) => Promise<T>,
): Promise<T> {
  const place = await openIntentPlace(word, config, { isRead: true });
  return work(place).finally(() => place.close());
}
