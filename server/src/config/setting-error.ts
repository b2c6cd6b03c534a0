import type { SettingName } from './env.ts';

/** A setting that cannot be used; the message is one line that names it and the remedy. */
export class SettingError extends Error {
  constructor(name: SettingName, message: string) {
    super(`${name} ${message}`);
    this.name = 'SettingError';
  }
}
