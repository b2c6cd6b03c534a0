/** A bucket of an S3 store, and what the names of all files in it begin with. */
export interface BucketAddress {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

const ADDRESS = /^s3:\/\/([^/]+)((?:\/[a-z0-9_][a-z0-9_.-]*)*)\/*$/;

/** Reads `s3://bucket/prefix`. undefined: it has another form, or its prefix has other signs than a-z, 0-9, `_`, `.` and `-`. */
export function parseBucketAddress(word: string): BucketAddress | undefined {
  const [, bucket = '', path = ''] = ADDRESS.exec(word) ?? [];
  if (bucket === '') return undefined;
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
}
