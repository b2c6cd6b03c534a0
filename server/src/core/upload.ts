import { z } from 'zod';

/** A file that came with a request, put aside until the request is answered. */
export interface Upload {
  /** As the form names it, cleaned. */
  readonly filename: string;
  /** As the form says; the content may be something else. */
  readonly contentType: string | undefined;
  readonly bytes: number;
  /** Of the whole content, as hexadecimal digits. */
  readonly sha256: string;
  /** The content from the start, piece by piece; as often as wanted. */
  readonly read: () => AsyncIterable<Uint8Array>;
  /** Stands for the content where requests are compared. */
  readonly toJSON: () => { readonly bytes: number; readonly sha256: string };
}

/** The field of an operation's input that takes a file. */
export const UploadedFile = z
  .custom<Upload>((value) => typeof (value as Partial<Upload> | undefined)?.read === 'function', 'must be a file')
  .meta({ wire: { type: 'string', format: 'binary' } });
