import type { Journal } from '../world/journal.ts';
import type { Settings } from '../world/world.ts';

const defaults: Settings = {
  duplicate_rules: true,
  allow_local_fetch: false,
  rate_limits: true,
  reply_restriction: false,
};

export const settingNames = Object.keys(defaults) as (keyof Settings)[];

export interface ChangeableSettings {
  /** The live object: its fields change when settings are changed. */
  readonly current: Settings;
  change(options: Partial<Settings>): void;
}

export function openSettings(journal: Journal): ChangeableSettings {
  const rows = journal.table<Settings>('core/settings');
  const current = { ...defaults, ...rows.get('settings') };
  return {
    current,
    change(options) {
      const next = { ...current, ...options };
      rows.put('settings', next);
      Object.assign(current, next);
    },
  };
}
