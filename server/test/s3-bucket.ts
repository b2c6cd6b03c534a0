import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** Makes a bucket in the store at `http://key:secret@host:port` and gives the settings of a service that uses it. */
export async function newBucket(endpoint: string): Promise<Record<string, string>> {
  const { origin, username, password } = new URL(endpoint);
  const credentials = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  const Bucket = `hubbub-${randomUUID()}`;
  const client = new S3Client({ endpoint: origin, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
  return {
    S3_ENDPOINT: origin,
    S3_REGION: 'us-east-1',
    S3_BUCKET: Bucket,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
