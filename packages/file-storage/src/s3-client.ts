import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StorageError, type StorageFault } from './storage.ts';

export interface S3Options {
  /** Undefined: Amazon's endpoint for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is named in the path of an address instead of its host. */
  readonly pathStyle: boolean;
}

export interface S3Connection {
  readonly client: S3Client;
  readonly options: S3Options;
  /** Awaits a response and turns errors into StorageErrors. An aborted signal throws its own reason. */
  readonly translateErrors: <T>(response: Promise<T>, signal?: AbortSignal) => Promise<T>;
}

const CONNECT_MS = 5_000;
/** The longest silence of a request or response under way. */
const SILENCE_MS = 60_000;
/** By default the client also prints the errors that we throw. */
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
    // Many stores do not know the newer checksums. Uploads carry a Content-MD5 instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, httpsAgent: AGENT, httpAgent: AGENT },
  });
  return {
    client,
    options,
    async translateErrors(response, signal) {
      try {
        return await response;
      } catch (error) {
        signal?.throwIfAborted();
        throw toStorageError(error, options);
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

/** By the error codes of Amazon and compatible stores. Other codes are explained by their status. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  NoSuchBucket: NO_BUCKET,
  InvalidBucketName: NO_BUCKET,
  InvalidAccessKeyId: NO_KEY,
  // A code of Versity's gateway.
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
  // The response to HEAD has no code.
  NotFound: ['missing', () => 'There is no such file'],
  '301': OTHER_REGION,
  '401': NO_RIGHTS,
  '403': NO_RIGHTS,
  '507': NO_ROOM,
};

/** Turns an error of the client into a StorageError that names the setting at fault. */
function toStorageError(error: unknown, options: S3Options): StorageError {
  if (error instanceof StorageError) return error;
  const place = options.endpoint ?? `Amazon S3 in ${options.region}`;
  const { name, code = name, $metadata } = error as Error & { code?: string } & Partial<S3ServiceException>;
  const status = $metadata?.httpStatusCode;
  const found = EXPLANATIONS[name] ?? (error instanceof S3ServiceException ? EXPLANATIONS[String(status)] : undefined);
  if (found !== undefined) {
    const [fault, explain] = found;
    return new StorageError(fault, `${explain(options, name)} (${place}, ${name}).`, error);
  }
  if (status === undefined)
    return new StorageError('unavailable', `S3_ENDPOINT: ${place} does not answer (${code}).`, error);
  return new StorageError('unavailable', `${place} could not do it (${status}, ${name}).`, error);
}
