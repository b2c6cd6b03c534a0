import { type FileFacts, inspect } from '@hubbub/media-info';
import type { FileStorage } from '../../../core/files.ts';
import { fairLimit } from '../../../lib/fair-queue/fair-limit.ts';
import { withStoredFile } from '../with-stored-file.ts';

/** Inspections at once in this process: each uses its threads and its event loop. One tenant alone has two of them. */
const inspections = fairLimit(4);
/** Inspections that run ffprobe. One tenant has one, so another one never waits for all of its files. */
const probes = fairLimit(2);

/** Inspects a stored file when it is its tenant's turn. Throws `UnreadableFile`. */
export function inspectInTurn(storage: FileStorage, tenantId: string, key: string, bytes: number): Promise<FileFacts> {
  const schedule = <T>(probe: () => Promise<T>) => probes(tenantId, probe);
  return inspections(tenantId, () => withStoredFile(storage, key, bytes, (source) => inspect(source, { schedule })));
}
