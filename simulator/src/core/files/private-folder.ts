import { chmodSync, mkdirSync } from 'node:fs';

/** Makes a folder that only this user may enter, also when it exists with wider rights. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}
