import type { Config } from '../../config/config.ts';
import { APP_SETTINGS, WINDOW_SETTINGS } from '../../config/platform-apps.ts';
import { type Finding, ok } from './finding.ts';

/** The platforms with which live accounts can be connected. Test accounts need no settings. */
export function checkApps({ platformApps, windowSetups, publicUrl, host, port }: Config): Finding {
  const names = Object.keys(APP_SETTINGS) as (keyof typeof APP_SETTINGS)[];
  const here = names.filter((name) => platformApps[name] !== undefined);
  const missing = new Set(
    names.filter((name) => platformApps[name] === undefined).map((name) => APP_SETTINGS[name]?.[0]),
  );
  for (const name of here) {
    const [[field, setting] = []] = Object.entries(WINDOW_SETTINGS[name] ?? {});
    if (field !== undefined && setting !== undefined && !windowSetups[name]?.[field]) missing.add(setting);
  }
  const callbacks = `${publicUrl ?? `http://${host}:${port}`}/oauth/callback/PLATFORM`;
  const found = here.length === 0 ? 'none set' : `${here.join(', ')}, coming back to ${callbacks}`;
  return ok('platform apps', missing.size === 0 ? found : `${found}; absent: ${[...missing].join(', ')}`);
}
