import type { Config } from '../../config/config.ts';
import { statusOf } from '../reach.ts';
import { type Finding, ok, wrong } from './finding.ts';

const REMEDIES = {
  '/metrics': 'Keep the proxy from passing /metrics on, or set METRICS_TOKEN.',
  '/simulator/': 'Set SIMULATOR=auto, or keep the proxy from passing /simulator on.',
} as const;

/** Finds pages at the public address that everybody can read and nobody should. */
export async function checkPublic({ isPrivate, publicUrl }: Config): Promise<Finding[]> {
  if (isPrivate || publicUrl === undefined) return [ok('public pages', 'there is no public address')];
  const paths = Object.keys(REMEDIES) as (keyof typeof REMEDIES)[];
  const statuses = new Map(
    await Promise.all(paths.map(async (path) => [path, await statusOf(`${publicUrl}${path}`)] as const)),
  );
  if (statuses.values().every((status) => status === undefined))
    return [ok('public pages', `not checked: nothing answers here at ${publicUrl}`)];
  const findings = paths
    .filter((path) => statuses.get(path) === 200)
    .map((path) => wrong('public pages', `everybody can open ${publicUrl}${path}`, REMEDIES[path]));
  return findings.length > 0 ? findings : [ok('public pages', `no inner page is open at ${publicUrl}`)];
}
