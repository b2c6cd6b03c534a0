const FULL_DISK = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const SILENCE_MS = 10_000;

let lastFullMs = Number.NEGATIVE_INFINITY;

export function isDiskFull(error: unknown): boolean {
  return FULL_DISK.includes((error as { code?: string } | undefined)?.code ?? '');
}

/** Writes a fault of the simulator to standard error. A full disk is one line every ten seconds. */
export function reportFault(during: string, error: unknown): void {
  if (!isDiskFull(error)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`simulator: ${during}: ${text}\n`);
    return;
  }
  if (performance.now() - lastFullMs < SILENCE_MS) return;
  lastFullMs = performance.now();
  process.stderr.write(`simulator: ${during}: ${(error as Error).message}. Make room on the disk.\n`);
}
