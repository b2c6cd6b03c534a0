import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A film of a test picture, made by ffmpeg. The extension says which container. */
export async function madeFilm(name: string, picture = 'size=64x64:rate=10:duration=1'): Promise<File> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-film-'));
  try {
    const path = join(folder, name);
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `testsrc=${picture}`, ...codec, path]);
    return new File([await readFile(path)], name);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The film as a form for `POST /v1/media/upload`. */
export function formOf(film: File): FormData {
  const form = new FormData();
  form.set('file', film);
  return form;
}
