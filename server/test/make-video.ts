import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A video of a test image, made by ffmpeg. The extension says which container. */
export async function makeVideo(name: string, image = 'size=64x64:rate=10:duration=1'): Promise<File> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-video-'));
  try {
    const path = join(folder, name);
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `testsrc=${image}`, ...codec, path]);
    return new File([await readFile(path)], name);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The video as a form for `POST /v1/media/upload`. */
export function formOf(video: File): FormData {
  const form = new FormData();
  form.set('file', video);
  return form;
}
