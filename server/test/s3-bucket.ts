import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** The settings of a service that keeps its media in a bucket. */
export interface BucketSettings extends Record<string, string> {
  S3_ENDPOINT: string;
  S3_REGION: string;
  S3_BUCKET: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
}

/** Makes a bucket in the store at `http://key:secret@host:port`. */
export async function newBucket(endpoint: string): Promise<BucketSettings> {
  const { origin, username, password } = new URL(endpoint);
  const settings = {
    S3_ENDPOINT: origin,
    S3_REGION: 'us-east-1',
    S3_BUCKET: `hubbub-${randomUUID()}`,
    S3_ACCESS_KEY_ID: decodeURIComponent(username),
    S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
  };
  const client = bucketClient(settings);
  await client.send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET }));
  client.destroy();
  return settings;
}

export function bucketClient(settings: BucketSettings): S3Client {
  return new S3Client({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
  });
}
