import type { Env, SettingName } from './env.ts';
import { SettingError } from './setting-error.ts';

export interface S3Settings {
  /** undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly pathStyle: boolean;
}

const NEEDED = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const OPTIONAL = ['S3_ENDPOINT', 'S3_PATH_STYLE'] as const;

/** Where media files lie instead of in DATA_DIR; undefined without settings, SettingError for a part of them. */
export function s3Settings(env: Env, endpoint: string | undefined, pathStyle: boolean): S3Settings | undefined {
  const given = [...NEEDED, ...OPTIONAL].find((name) => env[name] !== undefined);
  if (given === undefined) return undefined;
  if (env.S3_BUCKET !== undefined && !/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(env.S3_BUCKET))
    throw new SettingError(
      'S3_BUCKET',
      `must be the name of a bucket, 3 to 63 letters, digits and hyphens; it is ${JSON.stringify(env.S3_BUCKET)}.`,
    );
  const need = (name: SettingName): string => {
    const value = env[name];
    if (value === undefined) throw new SettingError(name, `is missing beside ${given}.`);
    return value;
  };
  return {
    endpoint,
    pathStyle,
    bucket: need('S3_BUCKET'),
    region: need('S3_REGION'),
    accessKeyId: need('S3_ACCESS_KEY_ID'),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY'),
  };
}
