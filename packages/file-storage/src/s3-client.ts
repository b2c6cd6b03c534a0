import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StorageError, type StorageFault } from './storage.ts';

export interface S3Options {
  /** Undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket stands in the path of an address instead of in its host. */
  readonly pathStyle: boolean;
}

export interface S3Connection {
  readonly client: S3Client;
  readonly options: S3Options;
  /** Waits for an answer; what goes wrong becomes a StorageError, or the signal's own reason. */
  readonly ask: <T>(answer: Promise<T>, signal?: AbortSignal) => Promise<T>;
}

const CONNECT_MS = 5_000;
/** How long nothing may be heard of a request or an answer under way. */
const SILENCE_MS = 60_000;
/** The client has the console say what we answer with an error. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** Enough for the uploads and downloads of a process at once. */
const AGENT = { keepAlive: true, maxSockets: 128 };

export function connect(options: S3Options): S3Connection {
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = options;
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    logger: SILENT,
    // Many stores know nothing of the newer checksums; ours is Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, httpsAgent: AGENT, httpAgent: AGENT },
  });
  return {
    client,
    options,
    async ask(answer, signal) {
      try {
        return await answer;
      } catch (error) {
        signal?.throwIfAborted();
        throw explain(error, options);
      }
    },
  };
}

type Explanation = readonly [StorageFault, (options: S3Options, code: string) => string];

const NO_BUCKET: Explanation = ['forbidden', ({ bucket }) => `S3_BUCKET: there is no bucket ${bucket}`];
const NO_KEY: Explanation = ['forbidden', () => 'S3_ACCESS_KEY_ID: the store does not know this key'];
const NO_RIGHTS: Explanation = [
  'forbidden',
  ({ bucket }) => `S3_ACCESS_KEY_ID: this key may not do that in the bucket ${bucket}`,
];
const OTHER_REGION: Explanation = [
  'forbidden',
  ({ bucket, region }) => `S3_REGION: the bucket ${bucket} is not in ${region}`,
];
const NO_ROOM: Explanation = ['full', ({ bucket }) => `S3_BUCKET: no room is left in ${bucket}`];
const CLOCK: Explanation = ['forbidden', () => 'The clock of this machine and that of the store are too far apart'];

/** By the codes of Amazon and of the stores that follow it; for other codes by status. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  NoSuchBucket: NO_BUCKET,
  InvalidBucketName: NO_BUCKET,
  InvalidAccessKeyId: NO_KEY,
  // Versity's gateway says this.
  XAdminUserNotFound: NO_KEY,
  SignatureDoesNotMatch: ['forbidden', () => 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID'],
  AccessDenied: NO_RIGHTS,
  AllAccessDisabled: NO_RIGHTS,
  PermanentRedirect: OTHER_REGION,
  AuthorizationHeaderMalformed: OTHER_REGION,
  IllegalLocationConstraintException: OTHER_REGION,
  RequestTimeTooSkewed: CLOCK,
  RequestExpired: CLOCK,
  QuotaExceeded: NO_ROOM,
  InsufficientStorage: NO_ROOM,
  XMinioStorageFull: NO_ROOM,
  NoSuchKey: ['missing', () => 'There is no such file'],
  // The answer to HEAD has no code.
  NotFound: ['missing', () => 'There is no such file'],
  '301': OTHER_REGION,
  '401': NO_RIGHTS,
  '403': NO_RIGHTS,
  '507': NO_ROOM,
};

/** Makes what the client throws a StorageError that names the setting. */
function explain(error: unknown, options: S3Options): StorageError {
  if (error instanceof StorageError) return error;
  const place = options.endpoint ?? `Amazon S3 in ${options.region}`;
  const { name, code = name, $metadata } = error as Error & { code?: string } & Partial<S3ServiceException>;
  const status = $metadata?.httpStatusCode;
  const found = EXPLANATIONS[name] ?? (error instanceof S3ServiceException ? EXPLANATIONS[String(status)] : undefined);
  if (found !== undefined) {
    const [fault, words] = found;
    return new StorageError(fault, `${words(options, name)} (${place}, ${name}).`, error);
  }
  if (status === undefined)
    return new StorageError('unavailable', `S3_ENDPOINT: ${place} does not answer (${code}).`, error);
  return new StorageError('unavailable', `${place} could not do it (${status}, ${name}).`, error);
}
