import type { Config } from '../../config/config.ts';
import { statusOf } from '../reach.ts';
import { type Finding, ok, wrong } from './finding.ts';

const REMEDIES = {
  '/metrics': 'Keep the proxy from passing /metrics on, or set METRICS_TOKEN.',
  '/simulator/': 'Set SIMULATOR=auto, or keep the proxy from passing /simulator on.',
} as const;

/** What everybody may read at the public address, and should not. */
export async function checkPublic({ isPrivate, publicUrl }: Config): Promise<Finding[]> {
  if (isPrivate || publicUrl === undefined) return [ok('public pages', 'there is no public address')];
  const paths = Object.keys(REMEDIES) as (keyof typeof REMEDIES)[];
  const findings: Finding[] = [];
  for (const path of paths) {
    const status = await statusOf(`${publicUrl}${path}`);
    if (status === undefined) return [ok('public pages', `not checked: nothing answers here at ${publicUrl}`)];
    if (status === 200) findings.push(wrong('public pages', `everybody can open ${publicUrl}${path}`, REMEDIES[path]));
  }
  return findings.length > 0 ? findings : [ok('public pages', `no inner page is open at ${publicUrl}`)];
}
