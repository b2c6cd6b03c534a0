import { type Duplex, pipeline, type Readable } from 'node:stream';

/** Sends a stream through another. The error of either ends both, and the reader of the second gets it. */
export function piped<Through extends Duplex>(source: Readable, through: Through): Through {
  // Without the callback an error of the source would end the process.
  pipeline(source, through, () => {});
  return through;
}
