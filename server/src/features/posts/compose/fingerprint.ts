import { hash } from 'node:crypto';
import { namedTargets, type PostInput } from './named-targets.ts';
import { mediaOf } from './resolve-content.ts';
import { storedSegments } from './segments.ts';

/** Same text, media, time and targets give the same fingerprint, whatever the order of the targets. */
export function fingerprintOf(input: PostInput, scheduledAt: Date | null): Buffer {
  const targets = namedTargets(input)
    .map((target) => JSON.stringify(target))
    .sort();
  const content = [input.text ?? '', storedSegments(input.segments), input.title ?? '', mediaOf(input) ?? []];
  return hash('sha256', JSON.stringify([...content, scheduledAt, targets]), 'buffer');
}
