import type { Config } from '../../config/config.ts';
import { oddSettings } from '../../config/odd-settings.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Settings that are valid and make no sense beside the others. */
export function checkSettings(config: Config): Finding[] {
  const odd = oddSettings(config);
  if (odd.length === 0) return [ok('settings', 'they fit each other')];
  return odd.map(({ fault, remedy }) => wrong('settings', fault, remedy));
}
