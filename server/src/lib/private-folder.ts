import { chmod, mkdir } from 'node:fs/promises';

/** Makes a folder that only this user may enter, also when it exists with wider rights. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}
